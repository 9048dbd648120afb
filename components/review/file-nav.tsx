import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";
import type { ReviewFile } from "@/lib/audits/review/compare-packages";

interface FileNavProps {
  files: readonly ReviewFile[];
  shown: string | null;
  hrefOf: (path: string) => string;
}

/** Changed files first, with the lines they gained and lost. */
export function FileNav({ files, shown, hrefOf }: FileNavProps) {
  const t = useTranslations("review");
  const changed = files.filter(({ status }) => status !== "same");
  const same = files.filter(({ status }) => status === "same");
  return (
    <nav aria-label={t("files")}>
      <h2 className="mb-2 text-14 font-semibold">
        {t("changedFiles")}{" "}
        <span className="font-mono text-13 font-normal text-ink-2">
          {t("ofFiles", { changed: changed.length, all: files.length })}
        </span>
      </h2>
      {[changed, same].map((list) => (
        <ul key={list === changed ? "changed" : "same"} className="mb-3 grid text-13">
          {list.map((file) => (
            <li key={file.path}>
              <SiteLink
                className="flex justify-between gap-2 px-2 py-1 font-mono wrap-anywhere aria-[current]:bg-accent-wash"
                aria-current={file.path === shown ? "page" : undefined}
                href={hrefOf(file.path)}
              >
                <span>{file.path}</span>
                {file.status === "same" ? null : (
                  <span className="shrink-0">
                    +{file.added} −{file.removed}
                  </span>
                )}
              </SiteLink>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
