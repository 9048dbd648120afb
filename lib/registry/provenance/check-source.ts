import { isCommitHash, isHttpsUrl } from "@/lib/skill-format";
import type { RemoteRefs, UnreachableReason } from "./remote-refs";
import { repositoryUrl } from "./repository-url";

/** What became of the claim that a skill comes from a commit of a repository. */
export type SourceCheck =
  /** No `source_url`, or no `source_hash`: there is nothing to check. */
  | { state: "not_declared"; missing: readonly ("source_url" | "source_hash")[] }
  /** One of the two breaks its rule (Skill Metadata 3.3, 3.4). */
  | { state: "malformed"; field: "source_url" | "source_hash" }
  /** The commit is the tip of these branches and tags. */
  | { state: "tip"; repository: string; refs: readonly string[] }
  /** The repository answers, and none of its branches and tags stands at the commit: an older one, or none of its. */
  | { state: "unknown"; repository: string; refsSeen: number }
  | { state: "unreachable"; repository: string; reason: UnreachableReason; message: string };

/** Names listed; a release commit may have many. */
const MAX_NAMES = 20;

/**
 * Compares `source_url` and `source_hash` of a skill with what the repository says today, as `git ls-remote` would.
 * A tip proves that the repository has the commit, not that the package was made from it. Never throws.
 */
export async function checkSource(
  { sourceUrl, sourceHash }: { sourceUrl?: string | undefined; sourceHash?: string | undefined },
  remote: RemoteRefs,
): Promise<SourceCheck> {
  if (sourceUrl === undefined || sourceHash === undefined) {
    return {
      state: "not_declared",
      missing: [
        ...(sourceUrl === undefined ? (["source_url"] as const) : []),
        ...(sourceHash === undefined ? (["source_hash"] as const) : []),
      ],
    };
  }
  const repository = repositoryUrl(sourceUrl);
  if (repository === undefined || !isHttpsUrl(sourceUrl)) return { state: "malformed", field: "source_url" };
  if (!isCommitHash(sourceHash)) return { state: "malformed", field: "source_hash" };
  const answer = await remote.list(repository);
  if (!answer.ok) {
    return { state: "unreachable", repository, reason: answer.reason, message: answer.message };
  }
  const hash = sourceHash.toLowerCase();
  const refs = answer.refs
    .filter((ref) => (ref.hash === hash || ref.peeled === hash) && isNamed(ref.name))
    .map(({ name }) => name);
  if (refs.length > 0) return { state: "tip", repository, refs: refs.slice(0, MAX_NAMES) };
  return { state: "unknown", repository, refsSeen: answer.refs.length };
}

/** Anybody can make a pull request; only branches and tags are the repository's own word. */
function isNamed(name: string): boolean {
  return name === "HEAD" || name.startsWith("refs/heads/") || name.startsWith("refs/tags/");
}
