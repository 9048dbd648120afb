const SECOND_MS = 1_000;
/** Counters move without a revision: what is shown of them is at most this old. */
const COUNTED_BY_MS = 30 * SECOND_MS;
/** Who searches is counted, for the suggestions made to others: what is frequent is to be seen so. */
const SEARCHED_BY_MS = 4 * SECOND_MS;

export interface KeptRead {
  /**
   * What an answer shows: one skill alone; its details, which name others beside it, and which programs read for its
   * downloads and calls, so that these are always those of the moment; any skill; or nothing that changes while the
   * process lives.
   */
  shows: "skill" | "details" | "catalogue" | "release";
  /** Id or name of the skill it is about, if of one. */
  skill: string | null;
  keptMs: number;
}

/** A path with the skill it is about as its group. */
const OF_ONE_SKILL = [
  /^\/v1\/agent\/skills\/([^/]+)\/schema$/,
  /^\/v1\/skills\/([^/]+)\/(?:versions|reviews|install-guide|download)$/,
  /^\/v1\/agent\/skills\/([^/]+)\/download$/,
];
const DETAILS = [/^\/v1\/skills\/([^/]+)$/];
const ABOUT_A_SKILL = [
  ["skill", OF_ONE_SKILL],
  ["details", DETAILS],
] as const;
const OF_THE_RELEASE =
  /^\/(?:llms\.txt|(?:v1\/)?openapi\.json|docs\/[a-z-]{1,60}\.md|errors\/[A-Z0-9_]{1,60}\.md)$/;
const SEARCHES = /^\/(?:v1\/skills|v1\/agent\/search|api\/search|feed\.xml)$/;
const OF_THE_CATALOGUE =
  /^\/(?:v1\/(?:agent\/)?categories|(?:[^/]+\/)?(?:publishers|skills)\/[^/]+(?:\/v\/[^/]+)?\/\.well-known\/agent-skills\/index\.json|\.well-known\/agent-skills\/index\.json)$/;
const KEPT_MS = 3_600 * SECOND_MS;
const LONGEST_ADDRESS = 1_000;

/**
 * What is kept of a read, or null for one that is made anew each time: it shows what no revision speaks of, or counts
 * who asks. `address` is path and query.
 */
export function keptRead(address: string): KeptRead | null {
  if (address.length > LONGEST_ADDRESS) return null;
  const path = address.split("?", 1)[0] ?? "";
  for (const [shows, patterns] of ABOUT_A_SKILL) {
    for (const pattern of patterns) {
      const skill = pattern.exec(path)?.[1];
      if (skill !== undefined) return { shows, skill, keptMs: COUNTED_BY_MS };
    }
  }
  if (OF_THE_RELEASE.test(path)) return { shows: "release", skill: null, keptMs: KEPT_MS };
  const ofAny = { shows: "catalogue", skill: null } as const;
  if (SEARCHES.test(path)) return { ...ofAny, keptMs: SEARCHED_BY_MS };
  return OF_THE_CATALOGUE.test(path) ? { ...ofAny, keptMs: COUNTED_BY_MS } : null;
}
