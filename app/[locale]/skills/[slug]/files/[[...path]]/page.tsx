import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { FilesTab } from "@/components/skill/files/files-tab";
import { TextFile } from "@/components/skill/files/text-file";
import { SkillFrame } from "@/components/skill/skill-frame";
import { getProvenance } from "@/lib/publishing/trusted/get-provenance";
import { listFiles } from "@/lib/registry/packages/read-package";
import { readPackageFile } from "@/lib/catalogue/skill-page/read-package-file";
import { decodeSegment, loadSkill, skillMetadata, type SkillPageProps } from "../../load-skill";
import { useTranslations } from "next-intl";
import { skillPath } from "@/components/skill/links";
import { Note } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { formatSize, fullDigest } from "@/lib/platform/i18n/format";
import { asViewer } from "@/lib/web/auth/as-viewer";

interface FilesPageProps extends SkillPageProps {
  params: Promise<{ locale: string; slug: string; path?: string[] }>;
}

export async function generateMetadata(props: FilesPageProps): Promise<Metadata> {
  const t = await getTranslations("skill.tabs");
  return skillMetadata(props, "files", pathOf(await props.params) ?? t("files"));
}

export default async function SkillFilesPage(props: FilesPageProps) {
  const params = await props.params;
  const data = await loadSkill(props);
  const { skill, pinned } = data;
  const files = await asViewer(() => listFiles(skill.versionId));
  const path = pathOf(params);
  const known = files.some((file) => file.path === path);
  if (path !== undefined && !known) notFound();
  return (
    <SkillFrame {...data} tab="files">
      {path === undefined ? (
        <FilesTab
          skill={skill}
          pinned={pinned}
          files={files}
          origin={(await getProvenance(skill.versionId))?.said ?? null}
        />
      ) : (
        <FileView
          slug={skill.slug}
          pinned={pinned}
          path={path}
          file={await asViewer(() => readPackageFile(skill.versionId, path))}
        />
      )}
    </SkillFrame>
  );
}

function pathOf({ path }: { path?: string[] }): string | undefined {
  return path?.map(decodeSegment).join("/");
}

interface FileViewProps {
  slug: string;
  pinned: string | undefined;
  path: string;
  file: { bytes: Uint8Array; isText: boolean; sha256: string };
}

/** One file of a package: its digest in full and, if it is text, every line with its number. */
function FileView({ slug, pinned, path, file }: FileViewProps) {
  const t = useTranslations("skill.files");
  return (
    <PageSection
      id="file"
      title={<span className="break-all">{path}</span>}
      remark={formatSize(file.bytes.length)}
      more={
        <SiteLink className="link" href={skillPath(slug, "files", pinned)}>
          {t("all")}
        </SiteLink>
      }
      className="part"
    >
      <p className="py-3 text-13 text-ink-3">
        <span className="mono break-all">{fullDigest(file.sha256)}</span>
      </p>
      {file.isText ? (
        <TextFile bytes={file.bytes} path={path} copied />
      ) : (
        <Note title={t("binary")}>{t("binary-text")}</Note>
      )}
    </PageSection>
  );
}
