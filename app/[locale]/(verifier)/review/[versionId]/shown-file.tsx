import { getTranslations } from "next-intl/server";
import { FileDiff } from "@/components/review/file-diff";
import { FindingBox } from "@/components/review/finding-box";
import { queryOf, type ReviewPlace } from "@/components/review/review-address";
import { SiteLink } from "@/components/ui/site-link";
import type { ReviewView, ReviewFile } from "@/lib/audits/review/get-review";
import { toHunks, markWords } from "@/lib/audits/review/text-diff";
import type { ReviewedFinding } from "@/lib/audits/review/reviewed-findings";
import { useTranslations } from "next-intl";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icon";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { formatSize } from "@/lib/platform/i18n/format";

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

/** Keeps that files were seen, or takes it back; bound to the version. */
type MarkFiles = (form: FormData) => Promise<void>;

/**
 * Below the file that is shown: the verifier says that they have seen it, and is led to the next one. Nothing where no
 * seal would cover it.
 */
function SeenFile({ file, mark }: { file: ReviewFile; mark: MarkFiles | null }) {
  const t = useTranslations("review.seen");
  if (!file.covered) return <p className="mt-3 text-13 text-ink-2">{t("notCovered")}</p>;
  if (mark === null) return null;
  return (
    <form action={mark} className="mt-3 flex flex-wrap items-center gap-3">
      <input type="hidden" name="file" value={file.key} />
      <input type="hidden" name="seen" value={file.seen ? "no" : "yes"} />
      {file.seen && (
        <span className="flex items-center gap-1.5 text-14 text-accent">
          <Icon name="good" size={16} /> {t("is")}
        </span>
      )}
      <button type="submit" className={file.seen ? "btn btn-sm btn-quiet" : "btn btn-primary"}>
        {t(file.seen ? "undo" : "mark")}
        <span className="vh"> {file.path}</span>
      </button>
    </form>
  );
}

/** Files that are no text, with what names their bytes: they are seen together. */
function BinaryFiles({ files, mark }: { files: readonly ReviewFile[]; mark: MarkFiles | null }) {
  const t = useTranslations("review.seen");
  const unseen = files.filter(({ seen }) => !seen);
  return (
    <section aria-labelledby="binary-files" className="mt-3">
      <h3 id="binary-files" className="text-14 font-semibold">
        {t("binaries", { count: files.length })}
      </h3>
      <div className="overflow-x-auto" {...SCROLLABLE} role="region" aria-labelledby="binary-files">
        <DataTable
          className="w-full text-13"
          columns={[t("file"), atEnd(t("size")), t("digest"), t("digestBefore")]}
        >
          {files.map((file) => (
            <tr key={file.path}>
              <th scope="row" className="font-mono wrap-anywhere">
                {file.path}
              </th>
              <td className="end num">{formatSize(file.sizeBytes)}</td>
              <td className="font-mono wrap-anywhere">{file.sha256 ?? t("gone")}</td>
              <td className="font-mono wrap-anywhere">{file.baseSha256 ?? "–"}</td>
            </tr>
          ))}
        </DataTable>
      </div>
      {mark === null || unseen.length === 0 ? null : (
        <form action={mark} className="mt-3">
          {unseen.map(({ key }) => (
            <input key={key} type="hidden" name="file" value={key} />
          ))}
          <button type="submit" name="seen" value="yes" className="btn">
            {t("markAll", { count: unseen.length })}
          </button>
        </form>
      )}
    </section>
  );
}
