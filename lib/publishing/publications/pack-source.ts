import { packArchive } from "@/lib/blobs/archives";
import { DomainError } from "@/lib/kernel/errors";
import { SKILL_ARCHIVE_LIMITS, type SkillPackage } from "@/lib/package";
import { checkPackage } from "@/lib/publishing/check-package";
import type { Source } from "@/lib/publishing/publications/repository";

/** A name of the directory of an archive is part of what is checked, so it is kept; a folder of another form is not. */
const MAX_SHOWN_CHARACTERS = 100;

/**
 * A package as it is kept while it is under way. Broken front matter is no obstacle: mending it is what the page is
 * for. Throws CONTENT_TOO_LARGE.
 */
export async function packSource(skillPackage: SkillPackage): Promise<Source> {
  const { files, rootDirectory = "", digest } = skillPackage;
  const archive = await packArchive({ files, rootDirectory, compression: "deflate" });
  if (archive.length > SKILL_ARCHIVE_LIMITS.maxArchiveBytes) {
    throw new DomainError("CONTENT_TOO_LARGE", `The package has ${archive.length} bytes as an archive.`);
  }
  const { manifest } = await checkPackage({ skillPackage: { files, digest } });
  return {
    archive: Uint8Array.from(archive),
    packageDigest: digest,
    slug: storable(manifest.slug),
    version: manifest.version.scheme === "default" ? "" : storable(manifest.version.raw),
  };
}

/** Names are shown before anybody has checked them: cut, and without what no text of the database can hold. */
function storable(text: string): string {
  return text.replaceAll("\0", "").slice(0, MAX_SHOWN_CHARACTERS).toWellFormed();
}
