import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import type { ReviewFile } from "@/lib/audits/review/get-review";
import type { ReviewedFinding } from "@/lib/audits/review/reviewed-findings";

interface FileNavProps {
  files: readonly ReviewFile[];
  findings: readonly ReviewedFinding[];
  shown: string | null;
  hrefOf: (path: string) => string;
}

/**
 * Files that a seal would cover, whether each was seen, with the lines they gained and lost, and how many findings are in
 * each; those that it rests on another seal for are folded away.
 */
export function FileNav({ files, findings, shown, hrefOf }: FileNavProps) {
  const t = useTranslations("review");
  const covered = files.filter((file) => file.covered);
  const others = files.filter((file) => !file.covered);
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
        {t("coveredFiles")}{" "}
        <span className="count">
          {t("seenOf", { seen: covered.filter(({ seen }) => seen).length, all: covered.length })}
        </span>
      </h2>
      <ul>{covered.map(item)}</ul>
      {others.length === 0 ? null : (
        <details open={others.some(({ path }) => path === shown) || covered.length === 0}>
          <summary className="review-file text-ink-2">
            <Icon name="folder" size={15} />
            <span>{t("unchangedFiles", { count: others.length })}</span>
          </summary>
          <ul>{others.map(item)}</ul>
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
  file: { path, status, isText, added, removed, covered, seen },
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
        <Icon
          name={
            seen && covered ? "check" : isText ? (/\.(?:md|txt)$/.test(path) ? "file" : "code") : "binary"
          }
          size={15}
        />
        <span className="font-mono wrap-anywhere">{path}</span>
        <span className="review-counts">
          <span className="vh">
            {t(`fileStatus.${status}`)}
            {covered ? `, ${t(seen ? "seen.is" : "seen.not")}` : ""}
          </span>
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
