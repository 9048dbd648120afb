import { useTranslations } from "next-intl";
import { downloadPath } from "@/components/skill/install/commands";
import { skillFilePath } from "@/components/skill/links";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icon";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { formatSize, fullDigest, shortDigest } from "@/lib/platform/i18n/format";
import type { PackageFileRow, SkillDetail } from "@/lib/registry/views";

interface FilesTabProps {
  skill: SkillDetail;
  pinned: string | undefined;
  files: readonly PackageFileRow[];
}

/** The whole package: every file with its size and digest, and the exact package to download. */
export function FilesTab({ skill, pinned, files }: FilesTabProps) {
  const t = useTranslations("skill.files");
  return (
    <PageSection
      id="files"
      title={t("title", { count: files.length })}
      remark={formatSize(skill.packageSizeBytes)}
      more={
        skill.withdrawn ? undefined : (
          <a className="link" href={downloadPath(skill)} download>
            {t("download")}
          </a>
        )
      }
      className="part"
    >
      <DataTable
        className="mt-3"
        caption={t("caption")}
        columns={[t("path"), atEnd(t("size")), atEnd(t("digest"))]}
      >
        {fileTree(files).map((row) => (
          <tr key={row.file?.path ?? `${row.depth}/${row.name}`}>
            <th scope="row">
              <span className="flex items-center gap-2" style={{ paddingInlineStart: row.depth * 20 }}>
                <Icon
                  name={row.file === null ? "folder" : row.file.isText ? "file" : "binary"}
                  className="text-ink-3"
                />
                {row.file === null ? (
                  <span className="mono">{row.name}/</span>
                ) : (
                  <SiteLink className="mono link" href={skillFilePath(skill.slug, row.file.path, pinned)}>
                    {row.name}
                  </SiteLink>
                )}
              </span>
            </th>
            <td className="num end">{row.file === null ? null : formatSize(row.file.sizeBytes)}</td>
            <td
              className="mono end break-all text-ink-3"
              title={row.file === null ? undefined : fullDigest(row.file.sha256)}
            >
              {row.file === null ? null : shortDigest(row.file.sha256)}
            </td>
          </tr>
        ))}
      </DataTable>
      <p className="pt-3 text-13 text-ink-3">
        {t("package-digest")} <span className="mono break-all">{fullDigest(skill.packageDigest)}</span>
      </p>
    </PageSection>
  );
}

interface FileTreeRow {
  /** How many folders deep. */
  depth: number;
  name: string;
  /** The file, or null for a folder's own line. */
  file: PackageFileRow | null;
}

/** Files as an indented list: SKILL.md first, then folders and files by name, each folder before what it holds. */
export function fileTree(files: readonly PackageFileRow[]): FileTreeRow[] {
  const compare = new Intl.Collator("en").compare;
  const sorted = [...files].sort((a, b) => rankOf(a) - rankOf(b) || compare(a.path, b.path));
  const rows: FileTreeRow[] = [];
  const shown = new Set<string>();
  for (const file of sorted) {
    const parts = file.path.split("/");
    for (let depth = 0; depth < parts.length - 1; depth++) {
      const folder = parts.slice(0, depth + 1).join("/");
      if (!shown.has(folder)) rows.push({ depth, name: parts[depth] ?? "", file: null });
      shown.add(folder);
    }
    rows.push({ depth: parts.length - 1, name: parts.at(-1) ?? file.path, file });
  }
  return rows;
}

function rankOf(file: PackageFileRow): number {
  if (file.path === "SKILL.md") return 0;
  return file.path.includes("/") ? 1 : 2;
}
