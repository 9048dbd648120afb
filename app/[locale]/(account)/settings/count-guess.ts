import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import type { Actor } from "@/lib/identity/actor";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

/** Counts a password before it is looked at. Throws RATE_LIMITED. */
export async function countGuess({ accountId }: Actor): Promise<void> {
  await consumeRateLimit(REQUEST_LIMITS.ownPassword, accountId);
}
