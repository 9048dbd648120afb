import { randomBytes } from "node:crypto";
import { env, type Env } from "@/lib/platform/config/env";
import { database } from "@/lib/db/client";
import { findAccountByWallet } from "@/lib/identity/accounts/accounts-repository";
import { insertChallenge, takeChallenge } from "@/lib/identity/sessions/sessions-repository";
import {
  createSignInChallenge,
  createSignInText,
  parseSignInText,
  verifySignIn,
  type SignInMessage,
} from "@/lib/identity/wallets/siws";
import { isAskedTooEarly } from "@/lib/identity/ways-in";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { sha256Hex } from "@/lib/kernel/digest";
import { DomainError } from "@/lib/kernel/errors";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";

const VALID_FOR_MS = 5 * 60_000;
/** What is opened by the answer, and how the text says so: an answer to one of them opens nothing of the other. */
const STATEMENTS = {
  session: "Sign in to Emporion. This moves no money and allows none to be moved.",
  key: "Make an API key for a program at Emporion, which acts for the account of this wallet. This moves no money and allows none to be moved.",
} as const;
type SignInPurpose = keyof typeof STATEMENTS;

export interface IssuedChallenge {
  /** For the wallet's own sign-in feature (`solana:signIn`). */
  input: SignInMessage;
  /** For wallets that sign texts only; exactly what `input` says. */
  text: string;
  /** Goes into an HttpOnly cookie, or to the program that asked: nobody else may answer. */
  cookie: string;
  validForSeconds: number;
}

/**
 * The question a wallet signs to prove its address. Every field is set by us and stored, so that the answer can be
 * compared with it. Throws REQUEST_INVALID for a text that is no address.
 */
export async function issueSignInChallenge(
  address: string,
  clock: Clock = systemClock,
  purpose: SignInPurpose = "session",
): Promise<IssuedChallenge> {
  if (!isSolanaAddress(address)) {
    throw new DomainError("REQUEST_INVALID", "The address is not a Solana address.", {
      details: { errors: [{ pointer: "#/address", detail: "base58 of 32 bytes expected" }] },
    });
  }
  const now = clock.now();
  const site = new URL(env().APP_URL);
  const input = createSignInChallenge(
    {
      domain: site.host,
      address,
      uri: site.origin,
      chainId: chainIdOf(env()),
      statement: STATEMENTS[purpose],
    },
    { now, validForMs: VALID_FOR_MS },
  );
  const cookie = randomBytes(32).toString("base64url");
  await insertChallenge(database(), {
    message: input,
    cookieHash: hashCookie(cookie),
    expiresAt: new Date(now.getTime() + VALID_FOR_MS),
  });
  return { input, text: createSignInText(input), cookie, validForSeconds: VALID_FOR_MS / 1000 };
}

function hashCookie(cookie: string): string {
  return sha256Hex(cookie);
}

/** The chain as the sign-in text names it: a wallet warns when it is connected to another one. */
function chainIdOf({ localLedger, SOLANA_RPC_URL }: Env): string {
  if (localLedger) return "localnet";
  return ["devnet", "testnet"].find((name) => SOLANA_RPC_URL.includes(name)) ?? "mainnet";
}

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
