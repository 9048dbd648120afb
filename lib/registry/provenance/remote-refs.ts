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
