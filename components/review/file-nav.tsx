import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import type { ReviewFile } from "@/lib/audits/review/compare-packages";
import type { ReviewedFinding } from "@/lib/audits/review/reviewed-findings";

interface FileNavProps {
  files: readonly ReviewFile[];
  findings: readonly ReviewedFinding[];
  shown: string | null;
  hrefOf: (path: string) => string;
}

/**
 * Changed files with the lines they gained and lost, and how many findings are in each; unchanged ones are folded away.
 */
export function FileNav({ files, findings, shown, hrefOf }: FileNavProps) {
  const t = useTranslations("review");
  const changed = files.filter(({ status }) => status !== "same");
  const same = files.filter(({ status }) => status === "same");
  const item = (file: ReviewFile) => (
    <FileItem
      key={file.path}
      file={file}
      findings={findings.filter((finding) => finding.file === file.path).length}
      current={file.path === shown}
      href={hrefOf(file.path)}
    />
  );
  return (
    <nav aria-label={t("files")}>
      <h2>
        {t("changedFiles")}{" "}
        <span className="count">{t("ofFiles", { changed: changed.length, all: files.length })}</span>
      </h2>
      <ul>{changed.map(item)}</ul>
      {same.length === 0 ? null : (
        <details open={same.some(({ path }) => path === shown) || changed.length === 0}>
          <summary className="review-file text-ink-2">
            <Icon name="folder" size={15} />
            <span>{t("unchangedFiles", { count: same.length })}</span>
          </summary>
          <ul>{same.map(item)}</ul>
        </details>
      )}
    </nav>
  );
}

interface FileItemProps {
  file: ReviewFile;
  findings: number;
  current: boolean;
  href: string;
}

function FileItem({
  file: { path, status, isText, added, removed },
  findings,
  current,
  href,
}: FileItemProps) {
  const t = useTranslations("review");
  return (
    <li>
      <SiteLink
        className="review-file"
        aria-current={current ? "page" : undefined}
        aria-keyshortcuts="[ ]"
        data-review-file
        href={href}
      >
        <Icon name={isText ? (/\.(?:md|txt)$/.test(path) ? "file" : "code") : "binary"} size={15} />
        <span className="font-mono wrap-anywhere">{path}</span>
        <span className="review-counts">
          <span className="vh">{t(`fileStatus.${status}`)}</span>
          {added > 0 && <span className="text-accent">+{added}</span>}
          {removed > 0 && <span className="text-danger">−{removed}</span>}
          {findings > 0 && (
            <span className="pill pill-warn">
              <span aria-hidden="true">{findings}</span>
              <span className="vh">{t("findingsCount", { count: findings })}</span>
            </span>
          )}
        </span>
      </SiteLink>
    </li>
  );
}
