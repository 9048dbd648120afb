import type { Listing } from "@/lib/search/listing/repository";
import { guessLanguage } from "@/lib/search/listing/content-language";
import { buildSearchDocument } from "@/lib/search/listing/documents";
import type { ReleasedVersion } from "@/lib/registry/versions/find-version";
import { CONVERSION_TARGETS, statedAccess, type Origin } from "@/lib/skill-format";

/** A name of the skill, and since when it has been called so; null for one that is only asked for. */
interface BorneName {
  name: string;
  borneAt: Date | null;
}

export interface DerivedListing extends Listing {
  latestVersionId: string;
  nextVersionId: string | null;
  searchTokens: string[];
  /** Null in quarantine: what is quarantined is on no list. */
  publishedAt: Date | null;
}

/**
 * What lists and searches read of a skill, from its latest version and every name it has. Stored with the skill, so that
 * a list is one query; `compare-listings.ts` holds what is stored against this. Pure.
 */
export function deriveListing(
  version: ReleasedVersion,
  { names, nextVersionId }: { names: readonly BorneName[]; nextVersionId: string | null },
): DerivedListing {
  const { manifest, skill } = version;
  // The present one is among them: its words are there before.
  const formerNames = names.flatMap(({ name, borneAt }) => (borneAt === null ? [] : [name]));
  const publisher = skill.owner?.username ?? skill.agentIdentity?.name ?? null;
  return {
    latestVersionId: version.id,
    nextVersionId,
    displayName: manifest.displayName,
    description: manifest.description,
    category: manifest.category,
    tags: manifest.tags,
    capabilities: manifest.capabilities,
    platforms: searchedPlatforms(manifest.platforms, version.convertsTo),
    contentLanguage: guessLanguage(manifest.description),
    runtimeLanguage: version.runtimeLanguage,
    // The price in force: nobody pays for what is not called.
    priceLamports: version.runnable ? version.priceLamports : 0,
    ...toNeeds(version),
    publishedAt: skill.quarantinedAt ? null : version.publishedAt,
    ...buildSearchDocument({ ...manifest, publisher, formerNames }),
  };
}

/**
 * What it is taken to need: whatever it does not rule out. It rules out what the author denies, and what only its
 * format denies where the sandbox enforces that, which holds for what runs here, and not for other programs.
 */
function toNeeds({ manifest, runnable }: ReleasedVersion) {
  const { network, filesystem, subprocess, envVars, origins } = statedAccess(manifest);
  const rulesOut = (denied: boolean, origin: Origin, isEnforced: boolean) =>
    denied && (origin === "declared" || isEnforced);
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
