import { type Database, database } from "@/lib/db/client";
import { renameLike } from "@/lib/registry/names/ask-for-name";
import { deriveListing } from "@/lib/search/listing/derive-listing";
import { clearListings, findSources, listSkillIdsOf, setListing } from "@/lib/search/listing/repository";
import { lockSkill } from "@/lib/registry/find-skill";
import { findVersion, isOffered } from "@/lib/registry/versions/find-version";
import type { ReleasedSkill } from "@/lib/search/wanted/match-wanted";
import { latestOf, nextOf } from "@/lib/skill-format";
import { systemClock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";

export { clearListings, clearTexts } from "@/lib/search/listing/repository";

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
  const { names, versions } = await findSources(db, skillId);
  const offered = versions.filter(isOffered);
  const latest = latestOf(offered);
  const version = latest && (await findVersion(db, latest.id));
  if (!version) {
    await clearListings(db, [skillId], now);
    return null;
  }
  await renameLike(db, version, now);
  const listing = deriveListing(version, { names, nextVersionId: nextOf(offered)?.id ?? null });
  await setListing(db, skillId, listing, now);
  if (listing.publishedAt === null) return null;
  const { searchTokens } = listing;
  return { skillId, versionId: version.id, searchTokens, capabilities: version.manifest.capabilities };
}

/** Lists the skills of an account anew, one after the other: they are found under its user name, which has changed. */
export async function relistSkills(accountId: string): Promise<void> {
  for (const id of await listSkillIdsOf(database(), accountId))
    await inTransaction((tx) => refreshListing(tx, id, systemClock.now()));
}
