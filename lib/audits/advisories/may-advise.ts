/** What is known of a version that a verifier wants to write about. */
export interface AdvisedFacts {
  published: boolean;
  /** They publish or published it, or are paid for it. */
  ownWork: boolean;
  /** They have signed a verdict of it that they stand by and whose term is not over. */
  hasAudit: boolean;
  /** They have reserved it, and have it before them now. */
  hasReserved: boolean;
}

export type AdviseRefusal = "no-verifier" | "no-version" | "own-work" | "not-reviewed";

/**
 * Whether a verifier may write an advisory about versions: enrolled, about published versions of others, each of which
 * they have reviewed and stand by, or are reviewing. Null when they may, otherwise the first reason why not.
 */
export function refuseToAdvise(isVerifier: boolean, versions: readonly AdvisedFacts[]): AdviseRefusal | null {
  if (!isVerifier) return "no-verifier";
  if (versions.length === 0 || versions.some(({ published }) => !published)) return "no-version";
  if (versions.some(({ ownWork }) => ownWork)) return "own-work";
  return versions.every(({ hasAudit, hasReserved }) => hasAudit || hasReserved) ? null : "not-reviewed";
}
