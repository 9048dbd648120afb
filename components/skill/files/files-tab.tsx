import { useTranslations } from "next-intl";
import { downloadPath } from "@/components/skill/install/commands";
import { skillFilePath } from "@/components/skill/links";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icon";
import { PageSection } from "@/components/ui/page-parts";
import { slot } from "@/components/ui/sentences";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { formatSize, fullDigest, shortDigest } from "@/lib/platform/i18n/format";
import type { Provenance } from "@/lib/identity/workloads/provenance-statement";
import type { PackageFileRow, SkillDetail } from "@/lib/registry/views";

interface FilesTabProps {
  skill: SkillDetail;
  pinned: string | undefined;
  files: readonly PackageFileRow[];
  /** Which job of which repository sent it, as the market has signed; null where no CI did. */
  origin: Provenance | null;
}

/** The whole package: every file with its size and digest, and the exact package to download. */
export function FilesTab({ skill, pinned, files, origin }: FilesTabProps) {
  const t = useTranslations("skill.files");
  return (
    <PageSection
      id="files"
      title={t("title", { count: skill.counts.files })}
      remark={formatSize(skill.packageSizeBytes)}
      more={
        skill.withdrawn || !skill.filesGiven ? undefined : (
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
      {origin === null ? null : <Origin slug={skill.slug} version={skill.version} said={origin} />}
    </PageSection>
  );
}

/** Which job sent the package, who says so, and what nobody has looked at. */
function Origin({ slug, version, said }: { slug: string; version: string; said: Provenance }) {
  const t = useTranslations("skill.files");
  const issuer = new URL(said.issuer).host;
  return (
    <section className="grid max-w-[68ch] gap-2 pt-6 text-14 text-ink-2" aria-labelledby="origin">
      <h3 id="origin" className="text-16 font-semibold text-ink">
        {t("origin")}
      </h3>
      <p className="wrap-anywhere">
        {t.rich("origin-sent", {
          day: slot(<When iso={said.receivedAt} as="day" />),
          repository: slot(
            <a className="link" href={said.repositoryUrl} rel="nofollow noopener">
              {said.repositoryUrl.replace(/^https?:\/\//, "")}
            </a>,
          ),
          workflow: slot(<span className="mono">{said.workflow}</span>),
          commit: slot(<span className="mono">{said.commit.slice(0, 12)}</span>),
          event: slot(<span className="mono">{said.event}</span>),
        })}
      </p>
      <p>
        {t(said.namesPackage ? "origin-signed" : "origin-unsigned", { issuer })} {t("origin-unread")}
      </p>
      <p className="flex flex-wrap gap-x-4">
        <a className="link" href={said.runUrl} rel="nofollow noopener">
          {t("origin-run")}
        </a>
        <a className="link" href={`/v1/skills/${slug}/provenance?version=${encodeURIComponent(version)}`}>
          {t("origin-statement")}
        </a>
      </p>
    </section>
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
