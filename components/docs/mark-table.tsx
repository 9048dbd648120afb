import { useTranslations } from "next-intl";
import { auditWordClass, Seal } from "@/components/marks/seal";
import { TrustMark } from "@/components/marks/trust-mark";
import { DataTable } from "@/components/ui/data-table";

const STATES = ["Audited", "Optimistic", "Unverified"] as const;
const LEVELS = ["verified", "community", "sandbox"] as const;

/** The six marks: how each looks, so that it is known without its colour, and what it says. */
export function MarkTable() {
  const t = useTranslations("docs.marks");
  const common = useTranslations("common");
  const legend = useTranslations("home.legend");
  return (
    <DataTable stacked className="mt-3" caption={t("states")} columns={[t("mark"), t("shape"), t("says")]}>
      {STATES.map((state) => (
        <tr key={state}>
          <th scope="row">
            <span className={`mark ${auditWordClass(state)}`}>
              <Seal state={state} size={20} />
              {common(`audit.${state}`)}
            </span>
          </th>
          <td>{t(`shapes.${state}`)}</td>
          <td className="text-ink-2">{legend(state)}</td>
        </tr>
      ))}
      {LEVELS.map((level) => (
        <tr key={level}>
          <th scope="row">
            <span className="mark">
              <TrustMark level={level} size={20} />
              {common(`trust.${level}`)}
            </span>
          </th>
          <td>{t(`shapes.${level}`)}</td>
          <td className="text-ink-2">{legend(level)}</td>
        </tr>
      ))}
    </DataTable>
  );
}
