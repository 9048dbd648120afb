import { useTranslations } from "next-intl";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icon";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { formatSize } from "@/lib/platform/i18n/format";
import type { ReviewFile } from "@/lib/audits/review/get-review";

/** Keeps that files were seen, or takes it back; bound to the version. */
type MarkFiles = (form: FormData) => Promise<void>;

/**
 * Below the file that is shown: the verifier says that they have seen it, and is led to the next one. Nothing where no
 * seal would cover it.
 */
export function SeenFile({ file, mark }: { file: ReviewFile; mark: MarkFiles | null }) {
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
export function BinaryFiles({ files, mark }: { files: readonly ReviewFile[]; mark: MarkFiles | null }) {
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
