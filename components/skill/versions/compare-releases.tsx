import { useLocale, useTranslations } from "next-intl";
import { FileDiff } from "@/components/review/file-diff";
import { queryOf, type ReviewPlace } from "@/components/review/review-address";
import { skillPath } from "@/components/skill/links";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import type { ReleaseComparison } from "@/lib/catalogue/comparison/compare-releases";
import type { VersionRow } from "@/lib/registry/views";
import { localizedPath } from "@/lib/platform/i18n/paths";

const BAR = "flex flex-wrap items-center gap-x-3.5 gap-y-2 pt-3.5 pb-2.5 text-13";

interface CompareFormProps {
  slug: string;
  versions: readonly VersionRow[];
  from?: string | undefined;
  to?: string | undefined;
}

/** Two releases to choose, any of them; a plain form, so that each comparison has an address. */
export function CompareForm({ slug, versions, from, to }: CompareFormProps) {
  const t = useTranslations("skill.versions");
  const locale = useLocale();
  if (versions.length < 2) return null;
  const choices = [
    ["from", from ?? versions[1]?.version],
    ["to", to ?? versions[0]?.version],
  ] as const;
  return (
    <form className={BAR} action={localizedPath(locale, skillPath(slug, "versions"))}>
      {choices.map(([name, chosen]) => (
        <label key={name}>
          {t(`compare-${name}`)}{" "}
          <select name={name} className="input w-auto min-w-[110px] font-mono" defaultValue={chosen}>
            {versions.map(({ version }) => (
              <option key={version}>{version}</option>
            ))}
          </select>
        </label>
      ))}
      <button type="submit" className="btn btn-sm">
        {t("compare")}
      </button>
    </form>
  );
}

interface CompareReleasesProps {
  slug: string;
  comparison: ReleaseComparison;
  /** How its file is shown, and which unchanged lines are opened. */
  place: ReviewPlace;
}

const NO_FINDINGS: readonly never[] = [];

/** What changed between two releases: the files at the left, the lines of one of them beside. */
export function CompareReleases({ slug, comparison, place }: CompareReleasesProps) {
  const t = useTranslations("skill.versions");
  const { from, to, files, added, removed, uncounted, shown } = comparison;
  const changed = files.filter(({ status }) => status !== "same");
  const hrefOf = (change: Partial<ReviewPlace>, gap?: number) => {
    const query = queryOf({ ...place, ...change }, gap).replace("?", "&");
    return `${skillPath(slug, "versions")}?compare=${encodeURIComponent(`${from}..${to}`)}${query}`;
  };
  return (
    <PageSection
      id="compare"
      title={t("compared", { from, to })}
      remark={t("compared-lines", { files: changed.length, added, removed })}
      className="part"
    >
      {uncounted > 0 ? <p className="hint">{t("compared-more", { count: uncounted })}</p> : null}
      {shown === null ? (
        <p className="py-3 text-14 text-ink-2">{t("compared-same")}</p>
      ) : (
        <>
          <ul className="links:flex links:justify-between links:gap-3 links:border-b links:border-line links:px-2 links:py-1.25 links:font-mono links:text-13 links:leading-[1.4] links:wrap-anywhere">
            {changed.map((file) => (
              <li key={file.path}>
                <SiteLink
                  className={file.path === shown.path ? "bg-accent-wash" : undefined}
                  aria-current={file.path === shown.path ? "true" : undefined}
                  href={hrefOf({ file: file.path, open: new Set() })}
                >
                  <span>{file.path}</span>
                  <span>
                    +{file.added} −{file.removed}
                  </span>
                </SiteLink>
              </li>
            ))}
          </ul>
          <p className={BAR}>
            <code className="me-auto">{shown.path}</code>
            {([false, true] as const).map((isSplit) => (
              <SiteLink
                key={String(isSplit)}
                className={place.split === isSplit ? "link text-ink no-underline" : "link"}
                aria-current={place.split === isSplit ? "true" : undefined}
                href={hrefOf({ file: shown.path, split: isSplit })}
              >
                {t(isSplit ? "split" : "unified")}
              </SiteLink>
            ))}
          </p>
          {shown.changes === null ? (
            <p className="py-3 text-14 text-ink-2">{t("binary")}</p>
          ) : (
            <>
              {shown.changes.cutAfter === null ? null : (
                <p className="hint">{t("compared-cut", { count: shown.changes.cutAfter })}</p>
              )}
              <FileDiff
                path={shown.path}
                split={place.split}
                findings={NO_FINDINGS}
                diff={shown.changes.diff}
                marks={shown.changes.marks}
                openHref={(gap) => hrefOf({ file: shown.path }, gap)}
                decide={null}
              />
            </>
          )}
        </>
      )}
    </PageSection>
  );
}
