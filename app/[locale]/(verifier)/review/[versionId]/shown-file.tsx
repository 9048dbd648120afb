import { getTranslations } from "next-intl/server";
import { FileDiff } from "@/components/review/file-diff";
import { FindingBox } from "@/components/review/finding-box";
import { queryOf, type ReviewPlace } from "@/components/review/review-address";
import { BinaryFiles, SeenFile } from "@/components/review/seen-files";
import { SiteLink } from "@/components/ui/site-link";
import type { ReviewView } from "@/lib/audits/review/get-review";
import { toHunks, markWords } from "@/lib/audits/review/text-diff";
import type { ReviewedFinding } from "@/lib/audits/review/reviewed-findings";

interface ShownFileProps {
  review: ReviewView;
  place: ReviewPlace;
  path: string;
  decide: ((form: FormData) => Promise<void>) | null;
  /** Keeps which files were seen. Null where the verifier may not sign. */
  mark: ((form: FormData) => Promise<void>) | null;
}

/**
 * The file the verifier reads: its diff with findings in place, the findings that belong to no line of it, and that it
 * was seen. Where a seal would say that every file was read, the whole of it is shown.
 */
export async function ShownFile({ review, place, path, decide, mark }: ShownFileProps) {
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
  const everything = review.scope === "full";
  const whole = everything || place.open === "all";
  const diff = toHunks(shown.lines ?? [], {
    marked: new Set(here.flatMap(({ line }) => line ?? [])),
    open: whole ? "all" : place.open,
  });
  return (
    <section aria-label={shown.path}>
      <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 text-13">
        <span className="font-mono font-medium wrap-anywhere">{shown.path}</span>
        {file && file.added > 0 ? <span className="pill pill-ok">+{file.added}</span> : null}
        {file && file.removed > 0 ? <span className="pill pill-bad">−{file.removed}</span> : null}
        <span className="grow" />
        {base && <span className="text-ink-2">{t("againstVersion", { version: base.version })}</span>}
        {everything ? null : (
          <SiteLink
            className="link"
            aria-keyshortcuts="e"
            data-review-context
            href={hrefOf({ open: whole ? new Set() : "all" })}
          >
            {t(whole ? "expandNone" : "expandAll")}
          </SiteLink>
        )}
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
      {file && file.isExecutable !== file.wasExecutable && file.status === "changed" ? (
        <p className="mb-2.5 text-14 font-medium">
          {t(file.isExecutable ? "seen.runnable" : "seen.notRunnable")}
        </p>
      ) : null}
      {shown.parts > 1 ? <Parts shown={shown} hrefOf={(part) => hrefOf({ part })} /> : null}
      {shown.lines === null ? (
        <>
          <p className="text-14 text-ink-2">{t("binary")}</p>
          <BinaryFiles files={files.filter((each) => each.covered && !each.isText)} mark={mark} />
        </>
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
      {shown.part < shown.parts ? <Parts shown={shown} hrefOf={(part) => hrefOf({ part })} /> : null}
      {file?.isText && shown.part === shown.parts ? <SeenFile file={file} mark={mark} /> : null}
    </section>
  );
}

/** Which part of a long file is shown, and the way to the others: it is seen at the end of the last one. */
async function Parts({
  shown: { part, parts },
  hrefOf,
}: {
  shown: NonNullable<ReviewView["shown"]>;
  hrefOf: (part: number) => string;
}) {
  const t = await getTranslations("review.seen");
  return (
    <p className="my-2.5 flex flex-wrap gap-3 text-14">
      {t("part", { part, parts })}
      {part > 1 ? (
        <SiteLink className="link" href={hrefOf(part - 1)}>
          {t("previousPart")}
        </SiteLink>
      ) : null}
      {part < parts ? (
        <SiteLink className="link" href={hrefOf(part + 1)}>
          {t("nextPart")}
        </SiteLink>
      ) : null}
    </p>
  );
}
