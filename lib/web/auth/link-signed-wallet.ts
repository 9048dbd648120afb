import { readSignedAnswer } from "@/lib/web/auth/read-signed-answer";
import { problemResponse } from "@/lib/web/http/problems/problem-response";
import { linkWallet } from "@/lib/identity/wallets/own-wallets";

/** Adds the wallet that answers a sign-in question to the account of who is signed in. */
export async function linkSignedWallet(request: Request): Promise<Response> {
  try {
    const { actor, attempt } = await readSignedAnswer(request);
    return Response.json(await linkWallet(actor, attempt), { headers: { "cache-control": "no-store" } });
  } catch (error) {
    return problemResponse(error);
  }
}
