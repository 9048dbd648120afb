/** Why the challenge of an account weighs: what it would lose, or has shown before, by what it does. */
export const STANDINGS = ["verifier", "buyer", "depositor"] as const;
export type Standing = (typeof STANDINGS)[number];

/** What is known of who challenges a skill, as they do. */
export interface ChallengerFacts {
  /** An enrolled verifier. */
  isVerifier: boolean;
  /** A wallet of theirs has paid for a call of this skill, and got a receipt. */
  hasReceipt: boolean;
  /** They have a deposit of their own on chain, behind a skill of theirs. */
  hasDeposit: boolean;
}

/**
 * The standing of a challenger; null for an account that anybody can make in a minute. What it claims is decided like
 * any other; until then it is one quiet line, and no warning.
 */
export function standingOf({ isVerifier, hasReceipt, hasDeposit }: ChallengerFacts): Standing | null {
  if (isVerifier) return "verifier";
  if (hasReceipt) return "buyer";
  return hasDeposit ? "depositor" : null;
}
