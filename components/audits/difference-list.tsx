import { useTranslations } from "next-intl";
import type { Difference } from "@/lib/registry/differences/difference";

/** What changed against the release before, and the step each change needs. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  const t = useTranslations("audits.difference");
  if (differences.length === 0) return <p className="text-13 text-ink-2">{t("nothing")}</p>;
  return (
    <ul className="grid gap-1 text-13">
      {differences.map((difference) => (
        <li key={difference.fact} className="flex flex-wrap gap-x-3">
          <b className="font-semibold">{t(`fact.${difference.fact}`)}</b>
          <span className="font-mono wrap-anywhere text-ink-2">
            <Values {...difference} />
          </span>
          <span className="text-ink-3">{t(`needs-${difference.needs}`)}</span>
        </li>
      ))}
    </ul>
  );
}

function Values({ fact, before, after }: Difference) {
  const t = useTranslations("audits.difference");
  if (after === null) return null;
  if (fact === "input_schema" || fact === "output_schema")
    return t(`schema-${after as "wider" | "narrower" | "other"}`);
  return before === null ? after : t("change", { before, after });
}
