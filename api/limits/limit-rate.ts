import type { ApiContext } from "@/api/context";
import {
  consumeRateLimit,
  rateLimitHeaders,
  type RateLimit,
  type RateLimitState,
} from "@/lib/http/limits/rate-limit";

/** Counts one use and says in the answer, whatever it will be, how many are left. Throws RATE_LIMITED. */
export async function limitRate(c: ApiContext, limit: RateLimit, subject: string): Promise<void> {
  tellRateLimit(c, await consumeRateLimit(limit, subject));
}

/** Says in the answer how many uses are left. */
export function tellRateLimit(c: ApiContext, state: RateLimitState): void {
  for (const [name, value] of Object.entries(rateLimitHeaders(state))) c.header(name, value);
}
