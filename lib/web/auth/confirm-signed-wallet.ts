import { cookies } from "next/headers";
import { sessionCookie } from "@/lib/web/auth/session-cookie";
import type { Actor } from "@/lib/identity/actor";
import { problemResponse } from "@/lib/web/http/problems/problem";
import { confirmWithWallet } from "@/lib/identity/confirmation/confirmation";
import { linkWallet } from "@/lib/identity/wallets/own-wallets";
import { readSignature } from "@/lib/chain/solana/signature";
import { z } from "zod";
import { readChallengeCookie } from "@/lib/web/auth/challenge-cookie";
import { currentActor } from "@/lib/web/auth/current-actor";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { assertJsonContentType, parseJsonBody, readBody } from "@/lib/web/http/read-body";
import type { SignInAttempt } from "@/lib/identity/wallets/sign-in-challenge";

const MAX_BODY_BYTES = 32 * 1024;
const signedAnswer = z.object({ message: z.string().max(8192), signature: z.string().max(8192) });

/**
 * Who is signed in, and their wallet's answer to a sign-in question: `{message, signature}`, the message in base64. A page of
 * another site cannot send it, because JSON from elsewhere needs a permission nobody gives. Throws AUTH_REQUIRED, and
 * what reading a body throws.
 */
async function readSignedAnswer(request: Request): Promise<{ actor: Actor; attempt: SignInAttempt }> {
  assertJsonContentType(request);
  const parsed = signedAnswer.safeParse(parseJsonBody(await readBody(request, { maxBytes: MAX_BODY_BYTES })));
  if (!parsed.success) {
    throw new DomainError("REQUEST_INVALID", 'Send {"message": "…", "signature": "…"}.');
  }
  const actor = await currentActor();
  if (!actor) throw new DomainError("AUTH_REQUIRED", "Sign in first.");
  const { message, signature } = parsed.data;
  const attempt = {
    message: new Uint8Array(Buffer.from(message, "base64")),
    signature: readSignature(signature),
    cookie: readChallengeCookie(request.headers.get("cookie") ?? undefined, env().APP_URL),
  };
  return { actor, attempt };
}

/**
 * Writes into the session of this browser that its person has proven that it is them: for the answer of an action or a
 * route. Another browser with the same account, or a copy of the session from before, does not become confirmed by it.
 */
export async function storeConfirmation({ accountId, username, session }: Actor): Promise<void> {
  if (session === null) return;
  const { id, version: sessionVersion, wallet: address, issuerIdentity, confirmedAt, confirmedBy } = session;
  const confirmed = { at: confirmedAt.getTime(), wallet: confirmedBy };
  const identity = {
    ...(id === null ? {} : { id }),
    ...(issuerIdentity === undefined ? {} : { issuerIdentity }),
    accountId,
    address,
    sessionVersion,
    confirmed,
  };
  const { name, value, options } = await sessionCookie({ id: accountId, name: username, identity });
  (await cookies()).set(name, value, options);
}

/** Confirms the session of who is signed in by a wallet of their account, which answers a sign-in question. */
export async function confirmSignedWallet(request: Request): Promise<Response> {
  try {
    const { actor, attempt } = await readSignedAnswer(request);
    await storeConfirmation(await confirmWithWallet(actor, attempt));
    return Response.json({}, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    return problemResponse(error);
  }
}

/** Adds the wallet that answers a sign-in question to the account of who is signed in. */
export async function linkSignedWallet(request: Request): Promise<Response> {
  try {
    const { actor, attempt } = await readSignedAnswer(request);
    return Response.json(await linkWallet(actor, attempt), { headers: { "cache-control": "no-store" } });
  } catch (error) {
    return problemResponse(error);
  }
}
