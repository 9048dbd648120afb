import type { Listing } from "@/lib/search/listing/repository";
import type { ReleasedVersion } from "@/lib/registry/versions/find-version";
import { CONVERSION_TARGETS, statedAccess, type Origin } from "@/lib/skill-format";
import { NAME_MARK, prefixTokens, searchTokens, TOPIC_MARK } from "@/lib/search/words/tokens";
import type { ContentLanguage } from "@/lib/registry/views";

/** A name of the skill, and since when it has been called so; null for one that is only asked for. */
interface BorneName {
  name: string;
  borneAt: Date | null;
}

interface DerivedListing extends Listing {
  latestVersionId: string;
  nextVersionId: string | null;
  searchTokens: string[];
  /** Null in quarantine and of a private skill: these are on no list. */
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
    priceLamports: version.runnable ? (skill.askedLamports ?? version.priceLamports) : 0,
    ...toNeeds(version),
    publishedAt: skill.quarantinedAt || skill.access === "private" ? null : version.publishedAt,
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

/** What search reads of a skill: the fields of the canonical manifest it needs, and who publishes it. */
interface SearchedSkill {
  slug: string;
  displayName: string;
  description: string;
  category: string | null;
  tags: readonly string[];
  capabilities: readonly string[];
  triggers: readonly string[];
  /** User name of the owner, or name of the agent that uploaded a draft. */
  publisher: string | null;
  /** Names it had before: who knows it by one finds it, behind what is called so. */
  formerNames?: readonly string[];
}

interface SearchDocument {
  /** Words of the name: the strongest match. */
  nameTokens: string[];
  /** Words of tags, capabilities, category and triggers. */
  topicTokens: string[];
  /**
   * All words, those of the name and of the topics once more under their marks, and the beginnings of the name:
   * queries are answered from these.
   */
  searchTokens: string[];
  /** How many words there are without marks: of two texts that answer alike the shorter one says it more plainly. */
  wordsCount: number;
  wordsEdition: number;
}

/**
 * Stored with the words of each skill. Whoever changes which words a text gives (stems, lists of words, how text is
 * cut) raises it: the worker then makes those anew that were stored before (lib/search/listing/renew-search-words.ts).
 */
export const WORDS_EDITION = 2;

const MAX_TOKENS = 2_000;

/** The words under which a skill is found, by weight. Pure; the same manifest always gives the same tokens. */
export function buildSearchDocument(skill: SearchedSkill): SearchDocument {
  const name = `${skill.slug} ${skill.displayName}`;
  const topics = [...skill.tags, ...skill.capabilities, skill.category ?? "", ...skill.triggers];
  const text = [skill.description, skill.publisher ?? "", ...(skill.formerNames ?? [])];
  const nameTokens = searchTokens(name).slice(0, MAX_TOKENS);
  const topicTokens = searchTokens(topics.join(" , ")).slice(0, MAX_TOKENS);
  const plain = new Set([...nameTokens, ...topicTokens, ...searchTokens(text.join("\n"))]);
  const all = [
    ...nameTokens.map((word) => NAME_MARK + word),
    ...prefixTokens(name),
    ...topicTokens.map((word) => TOPIC_MARK + word),
    ...plain,
  ];
  return {
    nameTokens,
    topicTokens,
    searchTokens: all.slice(0, MAX_TOKENS),
    wordsCount: Math.min(plain.size, MAX_TOKENS),
    wordsEdition: WORDS_EDITION,
  };
}

const TELLING_SHARE = 0.2;

/**
 * Guesses the language of a description from its script: Hangul `ko`, Han without kana `zh`, Latin `en`, else `und`.
 */
export function guessLanguage(text: string): ContentLanguage {
  const letters = count(text, /\p{L}/gu);
  const share = (script: RegExp) => (letters === 0 ? 0 : count(text, script) / letters);
  if (share(/\p{sc=Hangul}/gu) >= TELLING_SHARE) return "ko";
  if (share(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu) >= TELLING_SHARE / 2) return "und";
  if (share(/\p{sc=Han}/gu) >= TELLING_SHARE) return "zh";
  return share(/\p{sc=Latin}/gu) > 1 - TELLING_SHARE ? "en" : "und";
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
