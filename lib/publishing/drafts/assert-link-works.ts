import { systemClock, type Clock } from "@/lib/kernel/clock";
import {
  claimAlreadyCompleted,
  claimTokenExpired,
  verifyLinkExpired,
} from "@/lib/publishing/drafts/claim-token";
import { getAgentClaim } from "@/lib/publishing/drafts/get-agent-claim";
import { getClaim } from "@/lib/publishing/drafts/get-claim";
import { getCompletion } from "@/lib/publishing/drafts/get-completion";
import { getVerification } from "@/lib/publishing/drafts/get-verification";

/** The pages of a claim, each reached by a link with a token. */
export type ClaimPage = "claim" | "verify" | "claim-agent" | "claim-agent-complete";

/**
 * Throws what is wrong with a link: CLAIM_TOKEN_INVALID, CLAIM_TOKEN_EXPIRED, CLAIM_VERIFY_EXPIRED or
 * CLAIM_ALREADY_COMPLETED. A link that still has something to show, as one that was confirmed has, is right.
 */
export async function assertLinkWorks(
  page: ClaimPage,
  token: unknown,
  clock: Clock = systemClock,
): Promise<void> {
  if (page === "claim-agent-complete") {
    await getCompletion(token, clock);
    return;
  }
  if (page === "claim") {
    const { state } = await getClaim(token, clock);
    if (state === "claimed") throw claimAlreadyCompleted();
    if (state === "expired") throw claimTokenExpired();
    return;
  }
  const { state } = await (page === "verify" ? getVerification(token, clock) : getAgentClaim(token, clock));
  if (state === "taken") throw claimAlreadyCompleted();
  if (state === "expired") throw verifyLinkExpired();
}
