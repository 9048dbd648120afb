import { useTranslations } from "next-intl";
import { RuleLink } from "@/components/docs/rule-link";
import { DataTable } from "@/components/ui/data-table";
import { SectionHead } from "@/components/ui/section-head";
import type { RuleRecord } from "@/lib/moderation/rule-records";

/** How often each rule of vetting was right, by what administrators decided. */
export function RuleRecordTable({ records }: { records: readonly RuleRecord[] }) {
  const t = useTranslations("administration");
  return (
    <section aria-labelledby="rules">
      <SectionHead id="rules" title={t("rules")} remark={t("rulesRemark")} />
      {records.length === 0 ? (
        <p className="py-3 text-14 text-ink-2">{t("noRecords")}</p>
      ) : (
        <DataTable
          stacked
          caption={t("rules")}
          columns={[t("rule"), t("heldCount"), t("letThrough"), t("right")]}
        >
          {records.map(({ code, held, letThrough, right, isDoubtful }) => (
            <tr key={code}>
              <th scope="row" className="font-normal">
                {code === null ? t("otherReason") : <RuleLink code={code} className="font-mono text-13" />}
                {isDoubtful ? (
                  <span className="block text-13 font-medium text-caution">{t("isDoubtful")}</span>
                ) : null}
              </th>
              <td>{held}</td>
              <td>{letThrough}</td>
              <td>{right}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}
