import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { logger } from "@/lib/kernel/observability/logger";
import { deriveListing, WORDS_EDITION } from "@/lib/search/listing/derive-listing";
import { refreshListing } from "@/lib/search/listing/refresh-listing";
import {
  findListing,
  listComparedSkills,
  type ComparedSkill,
  type StoredListing,
} from "@/lib/search/listing/repository";
import { lockSkill } from "@/lib/registry/find-skill";
import { isOffered, listReleased, type ReleasedVersion } from "@/lib/registry/versions/find-version";
import { latestOf, nextOf } from "@/lib/skill-format";

/** Read and derived in one go: some milliseconds, in which the process does nothing else. */
const BATCH = 50;

export interface Comparison {
  compared: number;
  /** Skills whose stored listing was another than the derived one; each is listed anew, and reported in the log. */
  different: number;
}

/**
 * Derives the listing of every skill, in quarantine and withdrawn ones too, and holds it against the stored one that
 * lists and searches read. A difference is a fault of the market, or a row that was written past it. Aborted, nothing
 * more is begun.
 */
export async function compareListings({
  signal,
  clock = systemClock,
}: { signal?: AbortSignal; clock?: Clock } = {}): Promise<Comparison> {
  const result = { compared: 0, different: 0 };
  for (let behind = ""; ;) {
    if (signal?.aborted) break;
    const skills = await listComparedSkills(database(), { behind, limit: BATCH });
    const last = skills.at(-1);
    if (last === undefined) break;
    behind = last.id;
    result.compared += skills.length;
    for (const id of await findDifferent(skills)) if (await mend(id, clock)) result.different += 1;
  }
  return result;
}

/** Ids of those whose listing differs or cannot be derived, as far as can be told without a lock. */
async function findDifferent(skills: readonly ComparedSkill[]): Promise<string[]> {
  const latestIds = skills.flatMap(({ versions }) => latestOf(versions.filter(isOffered))?.id ?? []);
  const released = new Map((await listReleased(database(), latestIds)).map((each) => [each.id, each]));
  const isDifferent = (skill: ComparedSkill) => {
    const latest = latestOf(skill.versions.filter(isOffered));
    try {
      return differing(skill, deriveOf(skill, latest && (released.get(latest.id) ?? null))).length > 0;
    } catch {
      return true; // the transaction that lists it anew says why not
    }
  };
  return skills.filter(isDifferent).map(({ id }) => id);
}

/** Words of an older edition are made anew by a job of their own. */
const WORDS = new Set(["nameTokens", "topicTokens", "searchTokens", "wordsCount", "wordsEdition"]);

function deriveOf({ names, versions, wordsEdition }: ComparedSkill, latest: ReleasedVersion | null) {
  // What it was stays on its page; it is on no list.
  if (latest === null) return { publishedAt: null, nextVersionId: null };
  const derived = deriveListing(latest, {
    names,
    nextVersionId: nextOf(versions.filter(isOffered))?.id ?? null,
  });
  if (wordsEdition === WORDS_EDITION) return derived;
  return Object.fromEntries(Object.entries(derived).filter(([column]) => !WORDS.has(column)));
}

/**
 * Lists the skill anew, and reports what was stored of it; false where it was right once nobody could change it. One
 * that cannot be listed keeps no other from being compared.
 */
async function mend(id: string, clock: Clock): Promise<boolean> {
  try {
    const columns = await inTransaction(async (tx) => {
      await lockSkill(tx, id, clock.now());
      const before = await findListing(tx, id);
      await refreshListing(tx, id, clock.now());
      return differing(before, await findListing(tx, id));
    });
    if (columns.length === 0) return false;
    logger.error({ skillId: id, columns }, "a listing was not what it is derived from; it is made anew");
  } catch (error) {
    logger.error({ skillId: id, err: error }, "a listing cannot be derived; the old one stays");
  }
  return true;
}

/** The columns of `derived` that are stored otherwise. */
const differing = (stored: StoredListing, derived: Partial<Record<keyof StoredListing, unknown>>) =>
  (Object.keys(derived) as (keyof StoredListing)[]).filter(
    (column) => plain(stored[column]) !== plain(derived[column]),
  );

/** A value as text: a decimal of the database and a bigint are the same number. */
const plain = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : Array.isArray(value) ? JSON.stringify(value) : String(value);
