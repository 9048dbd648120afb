import { parseIsoMoment } from "../values/iso-dates";
import { type Evolution, NO_EVOLUTION } from "./evolution";

/**
 * Lays experience over experience, the farthest layer first: upstream, then global, then project. Entries of the
 * lists are added once each, compared without outer blanks, in the order they first appear. Of the texts the
 * nearest that is not blank counts; `last_updated` is the latest.
 */
export function mergeLayers(layers: readonly Evolution[]): Evolution {
  return layers.reduce(mergeTwo, NO_EVOLUTION);
}

export interface MergeStamp {
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
