import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findAccountByWallet } from "@/lib/identity/accounts/accounts-repository";
import { isAskedTooEarly } from "@/lib/identity/ways-in";
import { hashCookie, STATEMENTS, type SignInPurpose } from "@/lib/identity/wallets/issue-sign-in-challenge";
import { takeChallenge } from "@/lib/identity/sessions/sessions-repository";
import { parseSignInText, verifySignIn } from "@/lib/identity/wallets/siws";

export interface SignInAttempt {
  /** The bytes the wallet says it signed. */
  message: Uint8Array;
  signature: Uint8Array;
  /** Value of the cookie that came with the challenge. */
  cookie: string | undefined;
  /** What it is to open; a session unless another is named. */
  purpose?: SignInPurpose;
}

const MAX_MESSAGE_BYTES = 4096;

/**
 * The address that an answer to a sign-in question proves. Whatever comes of it, the question is used up, unless it was
 * asked by another browser; one that was asked before the wallet's account signed out everywhere is over. Throws SIGN_IN_CHALLENGE_INVALID or SIGN_IN_SIGNATURE_INVALID.
 */
export async function takeSignInChallenge(
  { message, signature, cookie, purpose = "session" }: SignInAttempt,
  clock: Clock = systemClock,
): Promise<string> {
  const nonce = message.length > MAX_MESSAGE_BYTES ? null : nonceOf(message);
  const challenge = nonce && cookie ? await takeChallenge(database(), nonce, hashCookie(cookie)) : null;
  if (challenge?.message.statement !== STATEMENTS[purpose]) {
    throw new DomainError(
      "SIGN_IN_CHALLENGE_INVALID",
      "This sign-in question is unknown or was already answered.",
    );
  }
  const verdict = verifySignIn(challenge.message, { signedMessage: message, signature }, clock.now());
  if (verdict.ok) {
    const account = await findAccountByWallet(database(), verdict.address);
    if (account && isAskedTooEarly(new Date(challenge.message.issuedAt), account)) throw expired();
    return verdict.address;
  }
  if (verdict.reason === "expired") throw expired();
  throw new DomainError("SIGN_IN_SIGNATURE_INVALID", "The signature does not prove the wallet.", {
    details: { reason: verdict.reason },
  });
}

const expired = () => new DomainError("SIGN_IN_CHALLENGE_INVALID", "This sign-in challenge has expired.");

function nonceOf(message: Uint8Array): string | null {
  return parseSignInText(new TextDecoder().decode(message))?.nonce ?? null;
}
