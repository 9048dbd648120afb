import type { Database } from "@/lib/db/client";
import {
  claimAlreadyCompleted,
  claimTokenExpired,
  claimTokenInvalid,
  hashGivenToken,
} from "@/lib/publishing/drafts/claim-token";
import { findDraftByToken, type DraftRow } from "@/lib/publishing/drafts/repository";

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
