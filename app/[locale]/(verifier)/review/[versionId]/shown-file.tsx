import { getTranslations } from "next-intl/server";
import { FileDiff } from "@/components/review/file-diff";
import { FindingBox } from "@/components/review/finding-box";
import { queryOf, type ReviewPlace } from "@/components/review/review-address";
import { SiteLink } from "@/components/ui/site-link";
import type { ReviewView } from "@/lib/audits/get-review";
import { toHunks } from "@/lib/audits/review/line-diff";
import { markWords } from "@/lib/audits/review/word-marks";
import type { ReviewedFinding } from "@/lib/audits/review/reviewed-findings";

interface ShownFileProps {
  review: ReviewView;
  place: ReviewPlace;
  path: string;
  decide: ((form: FormData) => Promise<void>) | null;
}

/** The file the verifier reads: its diff with findings in place, and the findings that belong to no line of it. */
export async function ShownFile({ review, place, path, decide }: ShownFileProps) {
  const t = await getTranslations("review");
  const { shown, files, findings, base } = review;
  if (!shown) return null;
  const file = files.find((each) => each.path === shown.path);
  const here = findings.filter((finding) => finding.file === shown.path);
  const placeless = findings.filter(({ file: of }) => of === null || !files.some((each) => each.path === of));
  const inDiff = (finding: ReviewedFinding) =>
    shown.lines?.some(({ next }) => next !== null && next === finding.line) ?? false;
  const beside = [...here.filter((finding) => !inDiff(finding)), ...placeless];
  const shownPlace = { ...place, file: shown.path };
  const hrefOf = (change: Partial<ReviewPlace>, gap?: number) =>
    path + queryOf({ ...shownPlace, ...change }, gap);
  const diff = toHunks(shown.lines ?? [], {
    marked: new Set(here.flatMap(({ line }) => line ?? [])),
    open: place.open,
  });
  const whole = place.open === "all";
  return (
    <section aria-label={shown.path}>
      <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 text-13">
        <span className="font-mono font-medium wrap-anywhere">{shown.path}</span>
        {file && file.added > 0 ? <span className="pill pill-ok">+{file.added}</span> : null}
        {file && file.removed > 0 ? <span className="pill pill-bad">−{file.removed}</span> : null}
        <span className="grow" />
        {base && (
          <span className="text-ink-2">
            {t("againstVersion", {
              version: t(base.audited ? "againstAudited" : "againstRelease", { version: base.version }),
            })}
          </span>
        )}
        <SiteLink
          className="link"
          aria-keyshortcuts="e"
          data-review-context
          href={hrefOf({ open: whole ? new Set() : "all" })}
        >
          {t(whole ? "expandNone" : "expandAll")}
        </SiteLink>
        <span className="segments ms-auto links:px-3 links:py-1.5">
          {(["unified", "split"] as const).map((mode) => (
            <SiteLink
              key={mode}
              aria-current={place.split === (mode === "split") ? "true" : undefined}
              href={hrefOf({ split: mode === "split" })}
            >
              {t(mode)}
            </SiteLink>
          ))}
        </span>
      </div>
      {beside.length > 0 && (
        <section aria-label={t("elsewhere")}>
          {beside.map((finding) => (
            <FindingBox key={finding.key} finding={finding} decide={decide} className="mb-2.5" />
          ))}
        </section>
      )}
      {shown.lines === null ? (
        <p className="text-14 text-ink-2">{t("binary")}</p>
      ) : (
        <FileDiff
          path={shown.path}
          split={place.split}
          findings={here}
          diff={diff}
          marks={markWords(diff.hunks.flatMap(({ lines }) => lines))}
          openHref={(from) => hrefOf({}, from)}
          decide={decide}
        />
      )}
    </section>
  );
}
