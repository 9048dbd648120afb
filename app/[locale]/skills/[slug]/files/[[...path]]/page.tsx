import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { FilesTab } from "@/components/skill/files/files-tab";
import { FileView } from "@/components/skill/files/file-view";
import { SkillFrame } from "@/components/skill/skill-frame";
import { listFiles } from "@/lib/registry/packages/read-package";
import { readPackageFile } from "@/lib/catalogue/skill-page/read-package-file";
import { decodeSegment, loadSkill, skillMetadata, type SkillPageProps } from "../../load-skill";

export const dynamic = "force-dynamic";

interface FilesPageProps extends SkillPageProps {
  params: Promise<{ locale: string; slug: string; path?: string[] }>;
}

export async function generateMetadata(props: FilesPageProps): Promise<Metadata> {
  const t = await getTranslations("skill.tabs");
  return skillMetadata(props, "files", pathOf(await props.params) ?? t("files"));
}

export default async function SkillFilesPage(props: FilesPageProps) {
  const params = await props.params;
  setRequestLocale(params.locale);
  const data = await loadSkill(props);
  const { skill, pinned } = data;
  const files = await listFiles(skill.versionId);
  const path = pathOf(params);
  const known = files.some((file) => file.path === path);
  if (path !== undefined && !known) notFound();
  return (
    <SkillFrame {...data} tab="files">
      {path === undefined ? (
        <FilesTab skill={skill} pinned={pinned} files={files} />
      ) : (
        <FileView
          slug={skill.slug}
          pinned={pinned}
          path={path}
          file={await readPackageFile(skill.versionId, path)}
        />
      )}
    </SkillFrame>
  );
}

function pathOf({ path }: { path?: string[] }): string | undefined {
  return path?.map(decodeSegment).join("/");
}
