import { useTranslations } from "next-intl";
import type { AccessView } from "@/lib/registry/views";

/** What the version declares it may touch. */
export function AccessTable({ access }: { access: AccessView }) {
  const t = useTranslations("review");
  const rows = [
    ["network", access.network],
    ["filesystem", access.filesystem],
    ["subprocess", access.subprocess],
  ] as const;
  return (
    <table className="ledger w-full text-13">
      <thead>
        <tr>
          <th scope="col">{t("kind")}</th>
          <th scope="col" className="end">
            {t("declared")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([kind, declared]) => (
          <tr key={kind}>
            <th scope="row">{t(kind)}</th>
            <td className="end">{declared ? t("yes") : t("no")}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t("secrets")}</th>
          <td className="end mono">{access.envVars.join(", ") || t("no")}</td>
        </tr>
      </tbody>
    </table>
  );
}
