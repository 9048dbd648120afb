import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { JSON_UPLOAD_LIMITS, type SkillPackage } from "@/lib/package";
import { readPublication } from "@/lib/publishing/publications/read-publication";
import { packSource } from "@/lib/publishing/publications/pack-source";
import { replaceSource, type Whose } from "@/lib/publishing/publications/repository";
import { fixPackage, withSource } from "@/lib/publishing/check-package";

export interface SourceChange {
  /** The whole text of SKILL.md, line ends as `\n`. */
  text: string;
  /** Safe fixes to apply to it, by id; `all` for all of them. */
  fix?: readonly string[] | "all";
}

export interface SourceToKeep extends SourceChange {
  /** Digest of the package that its writer has seen. */
  over: string;
}

/** The package with the change, not yet kept. Throws CONTENT_TOO_LARGE. */
export async function changePackage(
  skillPackage: SkillPackage,
  { text, fix }: SourceChange,
): Promise<SkillPackage> {
  if (text.length > JSON_UPLOAD_LIMITS.maxDecodedBytes) {
    throw new DomainError("CONTENT_TOO_LARGE", "The text of SKILL.md is larger than a package may be.");
  }
  const changed = withSource(skillPackage, text);
  return fix === undefined ? changed : fixPackage(changed, fix === "all" ? undefined : fix);
}

/**
 * Keeps another text of SKILL.md. Vetting of the old one ends with it; the same text changes nothing. Null when it is
 * kept; where another tab has kept a text that its writer has not seen, nothing is changed and the package that stands
 * is returned. Throws PUBLICATION_NOT_FOUND, CONTENT_TOO_LARGE.
 */
export async function changeSource(
  where: Whose,
  { over, ...change }: SourceToKeep,
  clock: Clock = systemClock,
): Promise<SkillPackage | null> {
  const publication = await readPublication(where);
  if (!publication) throw publicationNotFound();
  const changed = await changePackage(publication.package, change);
  if (changed.digest === publication.packageDigest) return null;
  if (over !== publication.packageDigest) return publication.package;
  const source = { ...(await packSource(changed)), now: clock.now() };
  if (await replaceSource(database(), { ...where, packageDigest: over }, source)) return null;
  return changeSource(where, { over, ...change }, clock); // another one was faster: `over` is gone for good, or seen
}

export const publicationNotFound = () =>
  new DomainError("PUBLICATION_NOT_FOUND", "You have no package in progress with this id.");
