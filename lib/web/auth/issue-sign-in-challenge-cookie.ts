import { z } from "zod";
import { challengeCookie } from "@/lib/web/auth/challenge-cookie";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import { problemResponse } from "@/lib/web/http/problems/problem";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { assertJsonContentType, parseJsonBody, readBody } from "@/lib/web/http/read-body";
import { issueSignInChallenge } from "@/lib/identity/wallets/sign-in-challenge";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const question = z.object({ address: z.string().max(64) });
const MAX_BODY_BYTES = 1024;

/**
 * Puts a sign-in question to a wallet: `{address}` → `{input, text}`, and the cookie its answer needs. A page of
 * another site cannot ask in a visitor's name, because JSON from elsewhere needs a permission nobody gives.
 */
export async function issueSignInChallengeCookie(request: Request): Promise<Response> {
  try {
    await consumeRateLimit(
      REQUEST_LIMITS.signIn,
      subscriberOfStamped(request.headers.get("x-forwarded-for")),
    );
    const { input, text, cookie, validForSeconds } = await issueSignInChallenge(await readAddress(request));
    return Response.json(
      { input, text },
      {
        headers: {
          "cache-control": "no-store",
          "set-cookie": challengeCookie(cookie, { siteUrl: env().APP_URL, maxAgeSeconds: validForSeconds }),
        },
      },
    );
  } catch (error) {
    return problemResponse(error);
  }
}

async function readAddress(request: Request): Promise<string> {
  assertJsonContentType(request);
  const parsed = question.safeParse(parseJsonBody(await readBody(request, { maxBytes: MAX_BODY_BYTES })));
  if (!parsed.success) throw new DomainError("REQUEST_INVALID", 'Send {"address": "…"}.');
  return parsed.data.address;
}
