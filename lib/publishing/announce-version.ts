import { database } from "@/lib/db/client";
import type { SkillPackage } from "@/lib/package";
import { decideVersion } from "@/lib/registry/versions/decide-version";
import { readUpload } from "@/lib/publishing/read-upload";
import { canonicalName } from "@/lib/registry/names/canonical-name";
import { findSkillByName } from "@/lib/registry/find-skill";
import { listStoredVersions } from "@/lib/registry/versions/list-stored-versions";

/** What a package would be published as. */
interface AnnouncedVersion {
  slug: string;
  version: string;
  /** The file says so; otherwise it is the number the market would give now. */
  isStated: boolean;
}

/**
 * Under which name and version a package would be published, with nothing stored. Whoever publishes at the same time
 * can still change the number of a file that states none. Throws UPLOAD_FAILED with findings, and VERSION_NOT_HIGHER.
 */
export async function announceVersion(skillPackage: SkillPackage): Promise<AnnouncedVersion> {
  const { manifest } = (await readUpload(skillPackage)).check;
  const skill = await findSkillByName(database(), canonicalName(manifest.slug));
  const stored = skill ? await listStoredVersions(database(), skill.id) : [];
  const { version } = decideVersion(manifest.version, stored);
  return { slug: manifest.slug, version, isStated: manifest.version.scheme !== "default" };
}
