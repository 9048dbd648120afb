import { unpackStored, unpackUnplaced } from "@/lib/platform/blobs/load-package";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findSkillFile, type SkillPackage } from "@/lib/package";
import type { PublicationFacts } from "@/lib/publishing/publications/publication";
import { findPublication, listPublications, type Whose } from "@/lib/publishing/publications/repository";

export interface PublicationView extends PublicationFacts {
  package: SkillPackage;
  /** Text of its SKILL.md; "" when there is none. */
  skillMd: string;
}

/** A package under way; null when there is none of this account with this id. */
export async function readPublication(where: Whose): Promise<PublicationView | null> {
  const found = await findPublication(database(), where);
  if (!found) return null;
  const { archive, ...facts } = found;
  const skillPackage = await unpack(archive);
  const source = findSkillFile(skillPackage.files);
  return { ...facts, package: skillPackage, skillMd: new TextDecoder().decode(source?.bytes) };
}

/** What an account has under way, the newest change first. */
export function listUnderWay(accountId: string): Promise<PublicationFacts[]> {
  return listPublications(database(), accountId);
}

/** The package in a stored archive. Throws PACKAGE_CORRUPT. */
export async function unpack(archive: Uint8Array): Promise<SkillPackage> {
  const reading = await unpackStored(archive);
  if (reading.ok) return reading.package;
  const unplaced = await unpackUnplaced(archive);
  if (unplaced.ok) return unplaced.package;
  throw new DomainError("PACKAGE_CORRUPT", "The stored package cannot be read.");
}
