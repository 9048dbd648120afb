import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { claimTokenInvalid, hashGivenToken } from "@/lib/publishing/drafts/claim-token";
import { isOutOfTime } from "@/lib/publishing/drafts/find-held-draft";
import { findVerification, type VerificationRow } from "@/lib/publishing/drafts/repository";
import { awaitsPassword } from "@/lib/identity/passwords/first-password";
import { maskEmailAddress } from "@/lib/identity/email/email-address";

/** What the page of a confirmation link shows: what is to be confirmed, or what became of it. */
export interface VerificationView {
  /** `taken`: another address was faster. */
  state: "ready" | "expired" | "done" | "taken";
  slug: string;
  /** Masked. */
  email: string;
  wholeAgent: boolean;
  agent: string | null;
  /** A password can be set now. */
  maySetPassword: boolean;
}

/**
 * The claim behind a confirmation link: looking changes nothing (docs/dialects/differences.md). Throws
 * CLAIM_TOKEN_INVALID.
 */
export async function getVerification(token: unknown, clock: Clock = systemClock): Promise<VerificationView> {
  const verification = await findVerification(database(), hashGivenToken(token));
  if (!verification) throw claimTokenInvalid();
  const { accountId, email, usedAt, createdAt: askedAt } = verification;
  return {
    state: stateOf(verification, clock.now()),
    slug: verification.skill.slug,
    email: maskEmailAddress(email),
    wholeAgent: verification.wholeAgent,
    agent: verification.skill.agentIdentity?.name ?? null,
    maySetPassword:
      accountId !== null &&
      usedAt !== null &&
      (await awaitsPassword({ accountId, email, askedAt, usedAt }, clock.now())),
  };
}

function stateOf({ usedAt, expiresAt, skill }: VerificationRow, now: Date): VerificationView["state"] {
  if (usedAt !== null) return "done";
  if (skill.claimStatus === "claimed") return "taken";
  return expiresAt <= now || isOutOfTime(skill, now) ? "expired" : "ready";
}
