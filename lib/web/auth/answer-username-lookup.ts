import { z } from "zod";
import { lookUpUsername } from "@/lib/identity/accounts/look-up-username";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { currentActor } from "@/lib/web/auth/current-actor";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { problemResponse } from "@/lib/web/http/problems/problem";

const MAX_CHARACTERS = 64;
const question = z.object({ name: z.string().max(MAX_CHARACTERS), asks: z.enum(["free", "account"]) });

/**
 * Says of a user name that is being typed whether it is free or whose it is, to who is signed in: `GET
 * /api/usernames?name=…&asks=free`. Counted by account, so that nobody walks all names with it.
 */
export async function answerUsernameLookup(request: Request): Promise<Response> {
  try {
    const actor = await currentActor();
    if (!actor) throw new DomainError("AUTH_REQUIRED", "Sign in first.");
    const asked = question.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!asked.success) {
      throw new DomainError(
        "REQUEST_INVALID",
        'Give "name", at most 64 characters, and "asks": free or account.',
      );
    }
    await consumeRateLimit(REQUEST_LIMITS.usernames, actor.accountId);
    const { name, asks } = asked.data;
    const answer = await lookUpUsername(asks, { written: name, accountId: actor.accountId });
    return Response.json(answer, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (isDomainError(error)) return problemResponse(error);
    throw error;
  }
}
