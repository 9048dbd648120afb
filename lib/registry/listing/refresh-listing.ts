import type { Database } from "@/lib/db/client";
import { recordEvent } from "@/lib/events/events";
import { listNames, setSlug } from "@/lib/registry/names/names-repository";
import { clearListings, lockSkill, setListing, type Listing } from "@/lib/registry/skills-repository";
import {
  findVersion,
  listStoredVersions,
  type ReleasedVersion,
} from "@/lib/registry/versions/versions-repository";
import { guessLanguage } from "@/lib/registry/search-words/content-language";
import { buildSearchDocument } from "@/lib/registry/search-words/documents";
import type { ReleasedSkill } from "@/lib/registry/wanted/match-wanted";
import { CONVERSION_TARGETS, latestOf, nextOf, statedPermissions, type Origin } from "@/lib/skill-format";

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
  const offered = stored.filter(
    (v) => v.publishedAt !== null && v.yankedAt === null && v.vettingStatus === "approved",
  );
  const latest = latestOf(offered);
  const version = latest && (await findVersion(db, latest.id));
  if (!version) {
    await clearListings(db, [skillId], now);
    return null;
  }
  await renameLike(db, version, now);
  const { quarantinedAt } = version.skill;
  const names = await listNames(db, skillId);
  const formerNames = names.flatMap(({ name, borneAt }) =>
    borneAt === null || name === version.manifest.slug ? [] : [name],
  );
  const listing = { ...toListing(version, formerNames), nextVersionId: nextOf(offered)?.id ?? null };
  await setListing(db, skillId, quarantinedAt ? { ...listing, publishedAt: null } : listing, now);
  if (quarantinedAt) return null;
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

function toListing(
  version: ReleasedVersion,
  formerNames: readonly string[],
): Listing & { searchTokens: string[] } {
  const { manifest, skill } = version;
  const publisher = skill.owner?.username ?? skill.agentIdentity?.name ?? null;
  return {
    latestVersionId: version.id,
    displayName: manifest.displayName,
    description: manifest.description,
    category: manifest.category,
    tags: manifest.tags,
    capabilities: manifest.capabilities,
    platforms: searchedPlatforms(manifest.platforms, version.convertsTo),
    contentLanguage: guessLanguage(manifest.description),
    runtimeLanguage: version.runtimeLanguage,
    priceLamports: version.priceLamports,
    ...toNeeds(version),
    publishedAt: version.publishedAt,
    ...buildSearchDocument({ ...manifest, publisher, formerNames }),
  };
}

/**
 * What it is taken to need: whatever it does not rule out. It rules out what the author denies, and what only its
 * format denies where the sandbox enforces that, which holds for what runs here, and not for other programs.
 */
function toNeeds({ manifest, runnable }: ReleasedVersion) {
  const { network, filesystem, subprocess, envVars, origins } = statedPermissions(manifest);
  const rulesOut = (denied: boolean, origin: Origin, isEnforced: boolean) =>
    denied && (origin === "declared" || (origin === "format_default" && isEnforced));
  return {
    needsNetwork: !rulesOut(network === false, origins.network, runnable),
    needsFilesystem: !rulesOut(filesystem === false, origins.filesystem, runnable),
    needsSubprocess: !rulesOut(subprocess === false, origins.subprocess, false),
    needsSecrets: !rulesOut(envVars?.length === 0, origins.envVars, runnable),
  };
}

/**
 * Where it works as a search filter has it: as declared, with `any` written out, and what the store converts it for.
 */
function searchedPlatforms(declared: readonly string[], converted: readonly string[]): string[] {
  return [...new Set([...declared, ...(declared.includes("any") ? CONVERSION_TARGETS : []), ...converted])];
}
