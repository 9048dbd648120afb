import { readSignature } from "@/lib/chain/solana/signature";
import { z } from "zod";
import { readChallengeCookie } from "@/lib/web/auth/challenge-cookie";
import { currentActor } from "@/lib/web/auth/current-actor";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { assertJsonContentType, parseJsonBody, readBody } from "@/lib/web/http/read-body";
import type { Actor } from "@/lib/identity/actor";
import type { SignInAttempt } from "@/lib/identity/wallets/sign-in-challenge";

const MAX_BODY_BYTES = 32 * 1024;
const signedAnswer = z.object({ message: z.string().max(8192), signature: z.string().max(8192) });

/**
 * Who is signed in, and their wallet's answer to a sign-in question: `{message, signature}`, the message in base64. A page of
 * another site cannot send it, because JSON from elsewhere needs a permission nobody gives. Throws AUTH_REQUIRED, and
 * what reading a body throws.
 */
export async function readSignedAnswer(request: Request): Promise<{ actor: Actor; attempt: SignInAttempt }> {
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
