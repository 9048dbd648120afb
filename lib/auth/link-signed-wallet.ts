import { z } from "zod";
import { readChallengeCookie } from "@/lib/auth/challenge-cookie";
import { currentActor } from "@/lib/auth/current-actor";
import { env } from "@/lib/env";
import { DomainError } from "@/lib/errors";
import { problemResponse } from "@/lib/http/problem-response";
import { assertJsonContentType, parseJsonBody, readBody } from "@/lib/http/read-body";
import { linkWallet } from "@/lib/identity/link-wallet";

const MAX_BODY_BYTES = 32 * 1024;
const signedAnswer = z.object({ message: z.string().max(8192), signature: z.string().max(8192) });

/**
 * Adds a wallet to the account of who is signed in: `{message, signature}` in base64, the answer to a sign-in question. A
 * page of another site cannot do so, because JSON from elsewhere needs a permission nobody gives.
 */
export async function linkSignedWallet(request: Request): Promise<Response> {
  try {
    assertJsonContentType(request);
    const parsed = signedAnswer.safeParse(
      parseJsonBody(await readBody(request, { maxBytes: MAX_BODY_BYTES })),
    );
    if (!parsed.success) {
      throw new DomainError("REQUEST_INVALID", 'Send {"message": "…", "signature": "…"}.');
    }
    const actor = await currentActor();
    if (!actor) throw new DomainError("AUTH_REQUIRED", "Sign in first.");
    const cookie = readChallengeCookie(request.headers.get("cookie") ?? undefined, env().APP_URL);
    const { message, signature } = parsed.data;
    const linked = await linkWallet(actor, {
      message: new Uint8Array(Buffer.from(message, "base64")),
      signature: new Uint8Array(Buffer.from(signature, "base64")),
      cookie,
    });
    return Response.json(linked, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    return problemResponse(error);
  }
}
