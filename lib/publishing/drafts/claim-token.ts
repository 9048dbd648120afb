import { DomainError } from "@/lib/kernel/errors";
import { hashLinkToken } from "@/lib/identity/agents/agent-links";
import { keyedHash } from "@/lib/platform/config/server-key";
import type { Database } from "@/lib/db/client";
import { findDraftByToken, type DraftRow } from "@/lib/publishing/drafts/repository";

const MAX_CHARACTERS = 200;

/**
 * The claim token of a draft, made from the server's key and the skill's id: it can be given again to the agent that
 * proves itself, and only its hash is stored.
 */
export function claimTokenOf(skillId: string): string {
  return `clm_${keyedHash("claim tokens", skillId).toString("base64url")}`;
}

/** What a token is looked up by. Throws CLAIM_TOKEN_INVALID for what cannot be one. */
export function hashGivenToken(token: unknown): string {
  if (typeof token === "string" && token !== "" && token.length <= MAX_CHARACTERS)
    return hashLinkToken(token);
  throw claimTokenInvalid();
}

export function claimTokenInvalid(): DomainError {
  return new DomainError("CLAIM_TOKEN_INVALID", "There is no draft for this token.");
}

export function claimTokenExpired(): DomainError {
  return new DomainError("CLAIM_TOKEN_EXPIRED", "Nobody claimed this draft within 30 days.");
}

export function claimAlreadyCompleted(): DomainError {
  return new DomainError("CLAIM_ALREADY_COMPLETED", "This draft already has an owner.");
}

export function verifyLinkExpired(): DomainError {
  return new DomainError(
    "CLAIM_VERIFY_EXPIRED",
    "This link is too old. Ask for a new one on the claim page; an agent has a new one sent with its next upload.",
  );
}

/**
 * The draft that a claim token opens, while it can be claimed. Throws CLAIM_TOKEN_INVALID, CLAIM_TOKEN_EXPIRED and
 * CLAIM_ALREADY_COMPLETED (USK, draft upload).
 */
export async function findHeldDraft(db: Database, token: unknown, now: Date): Promise<DraftRow> {
  const draft = await findDraftByToken(db, hashGivenToken(token));
  if (!draft) throw claimTokenInvalid();
  if (draft.claimStatus === "claimed") throw claimAlreadyCompleted();
  if (isOutOfTime(draft, now)) throw claimTokenExpired();
  return draft;
}

/** A draft ends at its time, whether or not the job that notes it has run. */
export function isOutOfTime(
  { claimStatus, claimExpiresAt }: Pick<DraftRow, "claimStatus" | "claimExpiresAt">,
  now: Date,
): boolean {
  if (claimStatus === "expired") return true;
  return claimStatus === "draft" && claimExpiresAt !== null && claimExpiresAt <= now;
}
