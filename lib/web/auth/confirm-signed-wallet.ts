import { storeConfirmation } from "@/lib/web/auth/store-confirmation";
import { readSignedAnswer } from "@/lib/web/auth/read-signed-answer";
import { problemResponse } from "@/lib/web/http/problems/problem-response";
import { confirmWithWallet } from "@/lib/identity/confirmation/confirm-with-wallet";

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
