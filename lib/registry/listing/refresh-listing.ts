import { type Database, database } from "@/lib/db/client";
import { recordEvent } from "@/lib/log/events/events";
import { listNames, setSlug } from "@/lib/registry/names/names-repository";
import { deriveListing, isOffered } from "@/lib/registry/listing/derive-listing";
import { clearListings, setListing } from "@/lib/registry/listing/repository";
import { lockSkill, listSkillIdsOf } from "@/lib/registry/skills-repository";
import {
  findVersion,
  listStoredVersions,
  type ReleasedVersion,
} from "@/lib/registry/versions/versions-repository";
import type { ReleasedSkill } from "@/lib/registry/wanted/match-wanted";
import { latestOf, nextOf } from "@/lib/skill-format";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";

/**
 * Shows a skill as its latest version of those that are published, approved and not yanked, or takes it off the lists
 * when there is none. It is called what that version's SKILL.md calls it. One in quarantine stays off the lists. Call it in the
 * transaction of whatever changed that: the skill is locked until it ends, so that of two changes at once the second
 * sees what the first did. Returns its version and what it is found under; null when it is not listed.
 */
export async function refreshListing(
  db: Database,
  skillId: string,
  now: Date,
): Promise<ReleasedSkill | null> {
  await lockSkill(db, skillId, now); // before anything is read
  const stored = await listStoredVersions(db, skillId);
  const offered = stored.filter(isOffered);
  const latest = latestOf(offered);
  const version = latest && (await findVersion(db, latest.id));
  if (!version) {
    await clearListings(db, [skillId], now);
    return null;
  }
  await renameLike(db, version, now);
  const names = await listNames(db, skillId);
  const listing = deriveListing(version, { names, nextVersionId: nextOf(offered)?.id ?? null });
  await setListing(db, skillId, listing, now);
  if (listing.publishedAt === null) return null;
  const { searchTokens } = listing;
  return { skillId, versionId: version.id, searchTokens, capabilities: version.manifest.capabilities };
}

/**
 * What is installed lies in a folder of the name in its SKILL.md: the skill is called so too, and its old name goes on
 * leading to it.
 */
async function renameLike(
  db: Database,
  { skillId, manifest: { slug }, skill: { slug: before } }: ReleasedVersion,
  now: Date,
): Promise<void> {
  if (slug === before || !(await setSlug(db, { skillId, name: slug }))) return;
  await recordEvent(db, { kind: "skill:renamed", skillId, data: { slug, before } }, now);
}

/** Lists the skills of an account anew, one after the other: they are found under its user name, which has changed. */
export async function relistSkills(accountId: string, clock: Clock = systemClock): Promise<void> {
  for (const id of await listSkillIdsOf(database(), accountId))
    await inTransaction((tx) => refreshListing(tx, id, clock.now()));
}
