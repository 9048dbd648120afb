const SECOND_MS = 1_000;
/**
 * Counters move without a revision: what is shown of them is at most this old. The details of a skill, which programs
 * read for its counters, are made anew each time.
 */
const COUNTED_BY_MS = 30 * SECOND_MS;
/** Counts of many matches may be some seconds old when an answer is made of them (lib/catalogue/search/cached-counts). */
const SEARCHED_BY_MS = 4 * SECOND_MS;

export interface KeptRead {
  /** Id or name of the skill whose facts alone the answer shows; null where it may show any. */
  skill: string | null;
  keptMs: number;
}

/** A path with the skill it is about as its group. */
const OF_ONE_SKILL = [
  /^\/v1\/agent\/skills\/([^/]+)\/schema$/,
  /^\/v1\/skills\/([^/]+)\/(?:versions|reviews|install-guide)$/,
];
const SEARCHES = /^\/(?:v1\/skills|v1\/agent\/search|api\/search|feed\.xml)$/;
const OF_THE_CATALOGUE =
  /^\/(?:v1\/(?:agent\/)?categories|(?:[^/]+\/)?(?:publishers|skills)\/[^/]+(?:\/v\/[^/]+)?\/\.well-known\/agent-skills\/index\.json|\.well-known\/agent-skills\/index\.json)$/;
const LONGEST_ADDRESS = 1_000;

/**
 * What is kept of a read, or null for one that is made anew each time: it shows what no revision speaks of, or counts
 * who asks. `address` is path and query.
 */
export function keptRead(address: string): KeptRead | null {
  if (address.length > LONGEST_ADDRESS) return null;
  const path = address.split("?", 1)[0] ?? "";
  for (const pattern of OF_ONE_SKILL) {
    const skill = pattern.exec(path)?.[1];
    if (skill !== undefined) return { skill, keptMs: COUNTED_BY_MS };
  }
  if (SEARCHES.test(path)) return { skill: null, keptMs: SEARCHED_BY_MS };
  return OF_THE_CATALOGUE.test(path) ? { skill: null, keptMs: COUNTED_BY_MS } : null;
}
