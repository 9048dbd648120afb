import { writeCommit } from "@/lib/package";
import { compareVersions, isPrerelease, isTagName, latestOf } from "@/lib/skill-format";

/** A version that is given out, as a commit needs it. */
export interface ServedVersion {
  versionId: string;
  version: string;
  /** What its own SKILL.md calls it, whatever the skill is called now. */
  name: string;
  packageDigest: string;
  treeId: string;
  archiveDigest: string;
  /** What a call costs, as digits; no part of the commit. */
  priceLamports: string;
}

export interface Commit {
  /** What git takes its id of. */
  content: Uint8Array;
  version: ServedVersion;
  parentIds: readonly string[];
}

interface Ref {
  name: string;
  id: string;
}

/** What a repository holds: a commit for each version, and the names they are found by. */
export interface History {
  commits: ReadonlyMap<string, Commit>;
  /** `main` is what everybody gets who names no version; each version has a tag. Sorted by name. */
  refs: readonly Ref[];
  mainId: string;
}

export const MAIN = "refs/heads/main";
/**
 * The history of the versions that are given out, in whichever order; null for none. Releases follow each other
 * in the order of their numbers. A pre-release, and a version whose number cannot be compared, stands alone: nothing that
 * is published, or withdrawn, beside it changes its id. The id of a release changes when a lower one is withdrawn or
 * let through later: its commit names the one before. Everything is made of facts of the versions, so markets that
 * give out the same versions give the same ids.
 */
export function buildHistory(versions: readonly ServedVersion[]): History | null {
  if (versions.length === 0) return null;
  const isInOrder = ({ version }: ServedVersion) =>
    !isPrerelease(version) && compareVersions(version, version) !== null;
  const byText = versions.toSorted((a, b) => (a.version < b.version ? -1 : 1));
  const releases = byText.filter(isInOrder).sort((a, b) => compareVersions(a.version, b.version) ?? 0);
  const latest = releases.at(-1) ?? latestOf(byText);
  const commits = new Map<string, Commit>();
  const idOf = new Map<string, string>();
  const add = (version: ServedVersion, parentIds: string[]) => {
    const { id, content } = writeCommit({ ...version, parentIds });
    commits.set(id, { content, version, parentIds });
    idOf.set(version.versionId, id);
    return [id];
  };
  let before: string[] = [];
  for (const version of releases) before = add(version, before);
  for (const version of byText) if (!isInOrder(version)) add(version, []);
  const mainId = idOf.get(latest?.versionId ?? "") ?? "";
  const tags = versions.flatMap(({ versionId, version }) =>
    isTagName(version) ? [{ name: `refs/tags/${version}`, id: idOf.get(versionId) ?? "" }] : [],
  );
  const refs = [{ name: MAIN, id: mainId }, ...tags].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { commits, refs, mainId };
}
