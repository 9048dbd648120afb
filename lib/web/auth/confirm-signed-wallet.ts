import { cookies } from "next/headers";
import { sessionCookie } from "@/lib/web/auth/session-cookie";
import type { Actor } from "@/lib/identity/actor";
import { readSignedAnswer } from "@/lib/web/auth/read-signed-answer";
import { problemResponse } from "@/lib/web/http/problems/problem";
import { confirmWithWallet } from "@/lib/identity/confirmation/confirmation";
import { linkWallet } from "@/lib/identity/wallets/own-wallets";

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
