import { parseIsoMoment } from "../values/iso-dates";
import { isCommitHash } from "../values/web-addresses";
import { booleanAt, isMissingOrBlank, type MapNode, nodeAt } from "../yaml/node";

/** The file beside SKILL.md that holds what users taught a skill (Skill Metadata section 4). */
export const EVOLUTION_FILE = "evolution.json";

/** The three lists of section 4.2, in its order. */
export const EVOLUTION_LISTS = ["preferences", "fixes", "contexts"] as const;
export type EvolutionList = (typeof EVOLUTION_LISTS)[number];

/** The texts of section 4.2, in its order. */
export const EVOLUTION_TEXTS = ["custom_prompts", "last_updated", "last_evolved_hash"] as const;

/** What an `evolution.json` says. A missing list is empty (Skill Metadata §4.2). */
export interface Evolution {
  preferences: readonly string[];
  fixes: readonly string[];
  contexts: readonly string[];
  customPrompts?: string;
  /** ISO 8601 date-time, as written. */
  lastUpdated?: string;
  /** The `source_hash` at the time the experience was gathered. */
  lastEvolvedHash?: string;
  /** Members the document does not name, as written: they outlive every rewrite. */
  others: Readonly<Record<string, unknown>>;
}

/** Experience of nobody: what a missing file stands for. */
export const NO_EVOLUTION: Evolution = { preferences: [], fixes: [], contexts: [], others: {} };

/**
 * Skill Metadata §4.2: the experience was gathered on another version of the source. False when one of the two hashes
 * is not known.
 */
export function isStale(lastEvolvedHash: string | undefined, sourceHash: string | undefined): boolean {
  if (lastEvolvedHash === undefined || sourceHash === undefined) return false;
  return lastEvolvedHash.trim().toLowerCase() !== sourceHash.trim().toLowerCase();
}

/** Whether experience is of another version of the source; null where one of the two is not said, or is no commit. */
export function wasGatheredElsewhere(evolved: unknown, sourceHash: string | undefined): boolean | null {
  if (typeof evolved !== "string" || sourceHash === undefined) return null;
  return isCommitHash(sourceHash) ? isStale(evolved, sourceHash) : null;
}

/** The text of an `evolution.json`: the members of section 4.1 in its order, then those it does not name. */
export function formatEvolution(evolution: Evolution): string {
  const { preferences, fixes, contexts, customPrompts, lastUpdated, lastEvolvedHash, others } = evolution;
  // undefined members are left out; Object.fromEntries keeps a member called __proto__ an ordinary one
  const members = Object.fromEntries([
    ...Object.entries({
      preferences,
      fixes,
      contexts,
      custom_prompts: customPrompts,
      last_updated: lastUpdated,
      last_evolved_hash: lastEvolvedHash,
    }),
    ...Object.entries(others),
  ]);
  return `${JSON.stringify(members, null, 2)}\n`;
}

/**
 * Everything an `evolution.json` says, a text for each entry, as a merge compares them: an entry of a list without
 * outer blanks, the custom prompts, and each member that the document does not name. The two stamps are no entries.
 */
export function listEntries(evolution: Evolution): string[] {
  return [
    ...EVOLUTION_LISTS.flatMap((list) => evolution[list].map((entry) => entryOf(list, entry))),
    ...(evolution.customPrompts === undefined ? [] : [entryOf("custom_prompts", evolution.customPrompts)]),
    ...Object.entries(evolution.others).map(otherEntry),
  ].filter((entry) => entry !== "");
}

/** The same without the entries that somebody else is known to have written; the stamps stay. */
export function withoutEntries(evolution: Evolution, isTheirs: (entry: string) => boolean): Evolution {
  const { customPrompts, ...rest } = evolution;
  const keep = (list: (typeof EVOLUTION_LISTS)[number]) =>
    evolution[list].filter((entry) => entry.trim() !== "" && !isTheirs(entryOf(list, entry)));
  const isOwnPrompt = customPrompts !== undefined && !isTheirs(entryOf("custom_prompts", customPrompts));
  return {
    ...rest,
    preferences: keep("preferences"),
    fixes: keep("fixes"),
    contexts: keep("contexts"),
    ...(isOwnPrompt ? { customPrompts } : {}),
    others: Object.fromEntries(
      Object.entries(evolution.others).filter((other) => !isTheirs(otherEntry(other))),
    ),
  };
}

const entryOf = (member: string, text: string): string =>
  text.trim() === "" ? "" : `${member}\n${text.trim()}`;

const otherEntry = ([name, value]: [string, unknown]): string =>
  `\n${JSON.stringify(name)}\n${JSON.stringify(value)}`;

/** How many entries there are. */
export const countExperience = (evolution: Evolution): number => listEntries(evolution).length;

/** How many entries of which kind there are, in the words of section 4.1: `preferences 2, custom_prompts`. */
export function describeExperience(evolution: Evolution): string {
  const lists = EVOLUTION_LISTS.flatMap((list) => {
    const count = evolution[list].filter((entry) => entry.trim() !== "").length;
    return count === 0 ? [] : [`${list} ${count}`];
  });
  const others = Object.keys(evolution.others).length;
  return [
    ...lists,
    ...((evolution.customPrompts ?? "").trim() === "" ? [] : ["custom_prompts"]),
    ...(others === 0 ? [] : [`other members ${others}`]),
  ].join(", ");
}

/**
 * Lays experience over experience, the farthest layer first: upstream, then global, then project. Entries of the
 * lists are added once each, compared without outer blanks, in the order they first appear. Of the texts the
 * nearest that is not blank counts; `last_updated` is the latest.
 */
export function mergeLayers(layers: readonly Evolution[]): Evolution {
  return layers.reduce(mergeTwo, NO_EVOLUTION);
}

interface MergeStamp {
  now: Date;
  /** `source_hash` of the skill, where it has one. */
  sourceHash?: string | undefined;
}

/**
 * Adds newly gathered experience to what a skill already has and stamps it with the time (UTC) and the source it
 * was gathered on. Gives `existing` itself when nothing is new, so that a repeated merge writes nothing.
 */
export function mergeEvolution(
  existing: Evolution,
  addition: Evolution,
  { now, sourceHash }: MergeStamp,
): Evolution {
  const merged = mergeTwo(existing, { ...addition, ...withoutStamps });
  if (JSON.stringify(merged) === JSON.stringify(mergeTwo(NO_EVOLUTION, existing))) return existing;
  const lastEvolvedHash = sourceHash ?? addition.lastEvolvedHash ?? existing.lastEvolvedHash;
  return {
    ...merged,
    lastUpdated: `${now.toISOString().slice(0, 19)}Z`,
    ...(lastEvolvedHash === undefined ? {} : { lastEvolvedHash }),
  };
}

/** When and where an addition was noted down is not news in itself. */
const withoutStamps = { lastUpdated: "", lastEvolvedHash: "" };

function mergeTwo(far: Evolution, near: Evolution): Evolution {
  const customPrompts = nearest(far.customPrompts, near.customPrompts);
  const lastUpdated = latest(far.lastUpdated, near.lastUpdated);
  const lastEvolvedHash = nearest(far.lastEvolvedHash, near.lastEvolvedHash);
  return {
    preferences: unite(far.preferences, near.preferences),
    fixes: unite(far.fixes, near.fixes),
    contexts: unite(far.contexts, near.contexts),
    ...(customPrompts === undefined ? {} : { customPrompts }),
    ...(lastUpdated === undefined ? {} : { lastUpdated }),
    ...(lastEvolvedHash === undefined ? {} : { lastEvolvedHash }),
    others: { ...far.others, ...near.others },
  };
}

function unite(far: readonly string[], near: readonly string[]): string[] {
  const byText = new Map<string, string>();
  for (const entry of [...far, ...near]) {
    const key = entry.trim();
    if (key !== "" && !byText.has(key)) byText.set(key, entry);
  }
  return [...byText.values()];
}

function nearest(far: string | undefined, near: string | undefined): string | undefined {
  return near === undefined || near.trim() === "" ? far : near;
}

function latest(far: string | undefined, near: string | undefined): string | undefined {
  const [farMs, nearMs] = [far, near].map((text) => parseIsoMoment(text ?? "")?.epochMs ?? -Infinity);
  return (nearMs ?? -Infinity) > (farMs ?? -Infinity) ? near : far;
}

/** The extended fields of Skill Metadata 1.2; the fields of 1.3 (`license`, ...) do not count (Skill Metadata §6.1). */
const LIFECYCLE_KEYS = [
  "source_url",
  "source_hash",
  "version",
  "created_at",
  "updated_at",
  "evolution_enabled",
] as const;

/**
 * Skill Metadata §6.1 (docs/dialects/differences.md): a skill with at least one extended field is under lifecycle
 * management; any other is static.
 */
export function isManaged(frontMatter: MapNode): boolean {
  return LIFECYCLE_KEYS.some((key) => !isMissingOrBlank(nodeAt(frontMatter, key)));
}

/**
 * Lifecycle of a skill: `enabled` = managed and not switched off; a static skill is never enabled
 * (docs/dialects/differences.md).
 */
export function readLifecycle(frontMatter: MapNode): { managed: boolean; enabled: boolean } {
  const managed = isManaged(frontMatter);
  return { managed, enabled: managed && booleanAt(frontMatter, "evolution_enabled") !== false };
}
