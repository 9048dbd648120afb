import { useLocale, useTranslations } from "next-intl";
import { SeverityPill } from "@/components/publish/finding-list";
import { skillPath } from "@/components/skill/links";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import type { AdvisoryView } from "@/lib/advisories/read-advisories";
import type { AdvisoryWords } from "@/lib/advisories/advisory-words";

/** An advisory with its words in the language of the page. */
export type ShownAdvisory = AdvisoryView & { words: AdvisoryWords };

export const advisoryPath = (id: string) => `/advisories/${id}`;

/** Advisories as a ledger, each with a link to its page; on phones each becomes a block. */
export function AdvisoryTable({
  advisories,
  ofSkill = false,
}: {
  advisories: readonly ShownAdvisory[];
  /** On a skill's own page: without its name, which every row would repeat. */
  ofSkill?: boolean;
}) {
  const t = useTranslations("advisories.table");
  return (
    <DataTable
      stacked
      className="mt-3"
      caption={t("caption")}
      columns={[t("id"), t("changed"), t("what"), !ofSkill && t("skill"), atEnd(t("severity"))]}
    >
      {advisories.map((advisory) => (
        <tr key={advisory.id}>
          <th scope="row" className="mono">
            <SiteLink className="hover:underline" href={advisoryPath(advisory.id)}>
              {advisory.id}
            </SiteLink>
          </th>
          <td className="num">
            <When iso={advisory.modifiedAt} as="minute" />
          </td>
          <td>
            {advisory.words.kind}
            {advisory.withdrawn === null ? null : <span className="text-ink-3"> · {t("withdrawn")}</span>}
          </td>
          {ofSkill ? null : (
            <td className="wrap-anywhere">
              <Subject advisory={advisory} />
            </td>
          )}
          <td className="end">
            <SeverityPill severity={advisory.severity} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** Skill and versions, or the key. */
function Subject({ advisory: { slug, versions, key } }: { advisory: AdvisoryView }) {
  const locale = useLocale();
  if (slug === null) return <span className="mono">{key}</span>;
  const numbers = versions.map(({ version }) => version);
  return (
    <>
      <SiteLink className="font-semibold hover:underline" href={skillPath(slug)}>
        {slug}
      </SiteLink>{" "}
      <span className="mono text-ink-3">{new Intl.ListFormat(locale, { type: "unit" }).format(numbers)}</span>
    </>
  );
}
