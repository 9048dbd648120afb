import { isCommitHash, isHttpsUrl } from "@/lib/skill-format";

/** A branch, a tag or HEAD of a repository somewhere else. */
export interface RemoteRef {
  /** As git names it: `refs/heads/main`, `refs/tags/v1.0.0`, `HEAD`. */
  name: string;
  /** Hexadecimal, lower case. */
  hash: string;
  /** The commit an annotated tag stands for. */
  peeled?: string;
}

/** Why nothing was learned about a repository. */
export type UnreachableReason =
  /** The address is not https, carries a password, or leads to a machine that is not public. */
  | "address_refused"
  /** No such host, no answer, or no trusted certificate. */
  | "no_connection"
  | "too_slow"
  | "too_large"
  | "redirect_refused"
  /** There is nothing, or nothing for people who are not signed in. */
  | "not_found"
  /** What answered is no git server, or one that cannot be understood. */
  | "no_repository";

export type RefsAnswer =
  | { ok: true; refs: readonly RemoteRef[] }
  | { ok: false; reason: UnreachableReason; message: string };

/** What `git ls-remote` tells of a repository. Never throws: a repository that cannot be asked is an answer too. */
export interface RemoteRefs {
  list(repositoryUrl: string): Promise<RefsAnswer>;
}

/** Behind owner and repository: the page of a directory, file or commit (GitHub, Gitea, Bitbucket). */
const PAGE = /^\/(?:tree|blob|raw|commit|src)\/.+$/;

/** GitLab, whose groups lie in groups, marks its pages. */
const MARKED_PAGE = /\/-\/.*$/;

/**
 * The address of the repository behind a `source_url`: people name the page of a directory, too. Query and fragment say
 * nothing about a repository. Undefined for what is no URL.
 */
export function repositoryUrl(sourceUrl: string): string | undefined {
  if (!URL.canParse(sourceUrl)) return undefined;
  const url = new URL(sourceUrl);
  const parts = url.pathname.split("/").filter((part) => part !== "");
  const head = `/${parts.slice(0, 2).join("/")}`;
  const tail = parts
    .slice(2)
    .map((part) => `/${part}`)
    .join("");
  url.pathname = head + tail.replace(PAGE, "").replace(MARKED_PAGE, "");
  url.search = "";
  url.hash = "";
  return url.href.replace(/\/$/, "");
}

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
