import type { FetchRequest } from "./fetch-request";
import type { Commit, History } from "./history";

/** What a client is answered. */
export interface FetchPlan {
  /** What it has of what we have. */
  common: readonly string[];
  /** Commits that it is sent, the newest first. */
  commits: readonly Commit[];
  /** Commits whose trees it has. */
  had: readonly Commit[];
  /** Commits that end its history from now on, and those that do not any more. */
  shallow: readonly string[];
  unshallow: readonly string[];
}

/** The commits that it wants and that we do not have, or not any more. */
export const findUnknownWants = ({ commits }: History, { wants }: FetchRequest): string[] =>
  wants.filter((id) => !commits.has(id));

/** Which commits a client is sent, and where its history ends. Goes through each commit a few times at most. */
export function planFetch({ commits }: History, request: FetchRequest): FetchPlan {
  const { wants, haves, depth } = request;
  const shallowBefore = new Set(request.shallows.filter((id) => commits.has(id)));
  const common = [...new Set(haves)].filter((id) => commits.has(id));
  const parentsOf = (id: string) => commits.get(id)?.parentIds ?? [];
  const reach = (ids: readonly string[], goesOn: (id: string) => boolean) => {
    const seen = new Set<string>(ids);
    for (const id of seen) if (goesOn(id)) for (const parent of parentsOf(id)) seen.add(parent);
    return seen;
  };
  const had = reach(common, (id) => !shallowBefore.has(id));
  const unshallow: string[] = [];
  let ends = shallowBefore;
  if (depth !== null) {
    const deep = request.isRelative
      ? reachDepth([...shallowBefore], depth + 1, parentsOf)
      : reachDepth(wants, depth, parentsOf);
    ends = new Set([...shallowBefore, ...deep.ends].filter((id) => !deep.inside.has(id)));
    unshallow.push(...[...shallowBefore].filter((id) => deep.inside.has(id)));
  }
  const wanted = reach([...wants, ...unshallow], (id) => !ends.has(id));
  const sent = [...wanted].flatMap((id) => (had.has(id) ? [] : (commits.get(id) ?? [])));
  return {
    common,
    commits: sent,
    had: [...had].flatMap((id) => commits.get(id) ?? []),
    shallow: [...ends].filter((id) => !shallowBefore.has(id)),
    unshallow,
  };
}

/** The commits that end lines of so many commits, and those before them whose parents are wanted too. */
function reachDepth(
  heads: readonly string[],
  depth: number,
  parentsOf: (id: string) => readonly string[],
): { ends: Set<string>; inside: Set<string> } {
  const inside = new Set<string>();
  const ends = new Set<string>();
  let next = [...new Set(heads)];
  for (let step = 1; next.length > 0; step++) {
    const further: string[] = [];
    for (const id of next) {
      if (inside.has(id)) continue;
      if (step < depth || parentsOf(id).length === 0) {
        inside.add(id);
        further.push(...parentsOf(id));
      } else ends.add(id);
    }
    next = further;
  }
  return { ends: new Set([...ends].filter((id) => !inside.has(id))), inside };
}
