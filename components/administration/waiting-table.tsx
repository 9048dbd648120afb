import { useTranslations } from "next-intl";
import { CaseAge } from "@/components/administration/case-age";
import { casePath } from "@/components/administration/case-address";
import { DataTable } from "@/components/ui/data-table";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import type { WaitingCase } from "@/lib/moderation/list-waiting";

const SHOWN = 20;

/** What an administrator has to decide about within `days`, of every kind, longest waiting first. */
export function WaitingTable({ cases, days }: { cases: readonly WaitingCase[]; days: number }) {
  const t = useTranslations("administration");
  const more = cases.length - SHOWN;
  return (
    <section aria-labelledby="waiting">
      <SectionHead id="waiting" title={t("allWaiting")} remark={t("allWaitingRemark", { days })} />
      {cases.length === 0 ? (
        <p className="py-3 text-14 text-ink-2">{t("noneWaiting")}</p>
      ) : (
        <DataTable stacked caption={t("allWaiting")} columns={[t("about"), t("what"), t("waitingSince")]}>
          {cases.slice(0, SHOWN).map((each) => (
            <tr key={`${each.kind} ${each.id}`}>
              <th scope="row" className="wrap-anywhere">
                <SiteLink className="font-semibold hover:underline" href={casePath(each)}>
                  {each.name}
                </SiteLink>
              </th>
              <td>{t(`kind.${each.kind}`)}</td>
              <td>
                <CaseAge age={each} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {more > 0 ? <p className="hint">{t("moreWaiting", { count: more })}</p> : null}
    </section>
  );
}
