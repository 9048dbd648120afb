import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { findHeldDraft } from "@/lib/publishing/drafts/claim-token";
import { insertVerification } from "@/lib/publishing/drafts/repository";
import type { Locale } from "@/lib/platform/i18n/routing";
import { newId } from "@/lib/kernel/ids";
import {
  createLinkToken,
  hashLinkToken,
  linkTo,
  VERIFY_LINK_HOURS,
  VERIFY_LINK_MS,
} from "@/lib/identity/agents/agent-links";
import { readEmailAddress } from "@/lib/identity/email/email-address";
import { assertMayReceiveMail, queueMail } from "@/lib/platform/mail/queue-mail";

export interface ClaimRequest {
  /** The draft's claim token. */
  token: unknown;
  email: unknown;
  /** The person also wants whatever else this agent uploads, now and later. */
  wholeAgent?: boolean;
  locale: Locale;
}

/**
 * Sends the link that finishes a claim to the address of whoever claims (USK, draft upload). Nothing changes hands yet,
 * so a draft can be asked for several times; the first link that is confirmed wins. Throws CLAIM_TOKEN_INVALID,
 * CLAIM_TOKEN_EXPIRED, CLAIM_ALREADY_COMPLETED, REQUEST_INVALID for what is no e-mail address, and RATE_LIMITED when
 * the address was sent too many mails.
 */
export async function requestClaim(
  request: ClaimRequest,
  clock: Clock = systemClock,
): Promise<{ slug: string; email: string; validForHours: number }> {
  const now = clock.now();
  const { locale, wholeAgent = false } = request;
  return inTransaction(async (tx) => {
    const draft = await findHeldDraft(tx, request.token, now);
    const email = readEmailAddress(request.email);
    await assertMayReceiveMail(tx, email, now);
    const token = createLinkToken();
    await insertVerification(tx, {
      id: newId("clm", now.getTime()),
      skillId: draft.id,
      tokenHash: hashLinkToken(token),
      email,
      wholeAgent,
      locale,
      expiresAt: new Date(now.getTime() + VERIFY_LINK_MS),
      createdAt: now,
    });
    const content = {
      kind: "draft-verify",
      slug: draft.slug,
      link: linkTo("verify", token),
      hours: VERIFY_LINK_HOURS,
    } as const;
    await queueMail(tx, { to: email, locale, content, now });
    return { slug: draft.slug, email, validForHours: VERIFY_LINK_HOURS };
  });
}
