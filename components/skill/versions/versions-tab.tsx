import { useTranslations } from "next-intl";
import { DifferenceList } from "@/components/audits/difference-list";
import { AuditMark } from "@/components/marks/audit-mark";
import { ByMaintainer } from "@/components/skill/publisher";
import { skillPath } from "@/components/skill/links";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { Price, When } from "@/components/ui/values";
import { SectionHead } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { formatSize, shortDigest } from "@/lib/platform/i18n/format";
import { breaksCallers } from "@/lib/registry/differences/assert-step";
import type { SkillDetail, VersionRow } from "@/lib/registry/views";
import { isPrerelease } from "@/lib/skill-format";

interface VersionsTabProps {
  skill: SkillDetail;
  versions: readonly VersionRow[];
  /** Lines gained and lost against the release below, by version id, where they were counted. */
  lines: ReadonlyMap<string, { added: number; removed: number }>;
}

/** Releases by major version: what each step was, what audit it needed, what it carries. */
export function VersionsTab({ skill, versions, lines }: VersionsTabProps) {
  const t = useTranslations("skill.versions");
  return (
    <>
      {groupByMajor(versions).map(([major, rows]) => (
        <section key={major} className="part" aria-labelledby={`major-${major}`}>
          <SectionHead
            id={`major-${major}`}
            title={t("major", { major })}
            remark={t("count", { count: rows.length })}
          />
          <DataTable
            stacked
            className="versions-table mt-3"
            caption={t("caption", { major })}
            columns={[t("version"), t("audit"), t("published"), t("package"), atEnd(t("price"))]}
          >
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                skill={skill}
                before={versions[versions.indexOf(row) + 1]}
                lines={lines.get(row.id)}
              />
            ))}
          </DataTable>
        </section>
      ))}
    </>
  );
}

interface RowProps {
  row: VersionRow;
  skill: SkillDetail;
  /** The release below it in the list; undefined for the first one. */
  before: VersionRow | undefined;
  lines: { added: number; removed: number } | undefined;
}

function Row({ row, skill, before, lines }: RowProps) {
  const t = useTranslations();
  const pinned = row.version === skill.latestVersion ? undefined : row.version;
  return (
    <tr>
      <th scope="row">
        <SiteLink
          className="mono font-medium hover:underline"
          href={skillPath(skill.slug, "overview", pinned)}
        >
          {row.yankedAt === null ? row.version : <s>{row.version}</s>}
        </SiteLink>
        {row.yankedAt === null ? null : (
          <span className="pill pill-bad ml-2">{t("skill.header.withdrawn")}</span>
        )}
        {isPrerelease(row.version) ? <span className="pill ml-2">{t("skill.header.prerelease")}</span> : null}
        <span className="block text-13 text-ink-3">{t(`skill.versions.change-${row.change}`)}</span>
        {row.change !== "major" && breaksCallers(row.differences).length > 0 ? (
          <span className="block max-w-[46ch] text-13 text-danger">{t("skill.versions.breaks-callers")}</span>
        ) : null}
        <ByMaintainer uploader={row.uploader} className="block text-13 text-ink-3" />
        {row.yankedAt === null ? null : (
          <span className="block text-13 text-danger">{row.yankReason ?? t("skill.versions.withdrawn")}</span>
        )}
        {row.changelog === null ? null : (
          <span className="block max-w-[46ch] text-13 text-ink-2">{row.changelog}</span>
        )}
        {before === undefined ? null : (
          <SiteLink
            className="link block w-fit text-13"
            href={`${skillPath(skill.slug, "versions")}?compare=${encodeURIComponent(before.version)}..${encodeURIComponent(row.version)}`}
          >
            {t("skill.versions.compare-with", { version: before.version })}
            {lines === undefined ? null : (
              <span className="mono text-ink-2">
                {" "}
                +{lines.added} −{lines.removed}
              </span>
            )}
          </SiteLink>
        )}
        {row.requiredBump === null ? null : (
          <details className="mt-1 max-w-[60ch] font-normal">
            <summary className="text-13 text-ink-2">
              {t(`audits.difference.duty-${row.requiredBump}`)}
            </summary>
            <DifferenceList differences={row.differences} />
          </details>
        )}
      </th>
      <td>
        <AuditMark skill={row} size={16} />
        {row.vettingStatus === "approved" ? null : (
          <span className="pill pill-warn">{t(`skill.versions.vetting-${row.vettingStatus}`)}</span>
        )}
      </td>
      <td className="wide-only">
        {row.publishedAt === null ? t("skill.versions.unpublished") : <When iso={row.publishedAt} as="day" />}
      </td>
      <td className="wide-only">
        <span className="mono" title={row.packageDigest}>
          {shortDigest(row.packageDigest)}
        </span>
        <span className="block text-13 text-ink-3">{formatSize(row.sizeBytes)}</span>
      </td>
      <td className="end">
        <Price lamports={row.priceLamports} />
      </td>
    </tr>
  );
}

/** Versions keep their order; those that are no semantic version (dates) group by their first part too. */
function groupByMajor(versions: readonly VersionRow[]): [major: string, rows: VersionRow[]][] {
  const groups = new Map<string, VersionRow[]>();
  for (const row of versions) {
    const major = /^\d+/.exec(row.version)?.[0] ?? row.version;
    groups.set(major, [...(groups.get(major) ?? []), row]);
  }
  return [...groups];
}
