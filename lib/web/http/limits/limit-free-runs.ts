import { consumeRateLimit, type RateLimitState } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

/** Who runs: an account at an address (`subscriberOf`), or the address alone. */
interface Runner {
  accountId?: string | null | undefined;
  address: string;
}

/** Counts one free run, and tells how many the account, or without one the address, has left. Throws RATE_LIMITED. */
export async function limitFreeRuns({ accountId, address }: Runner): Promise<RateLimitState> {
  const left = await consumeRateLimit(REQUEST_LIMITS.freeRun, accountId ?? address);
  if (accountId) await consumeRateLimit(REQUEST_LIMITS.freeRunOfAddress, address);
  return left;
}
