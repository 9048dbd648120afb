import { env } from "@/lib/config/env";
import { consumeRateLimit, type RateLimitState } from "@/lib/http/limits/rate-limit";

const HOUR_SECONDS = 3600;
/**
 * An account costs a signature, so that what accounts may run bounds nothing by itself: an address has the share of
 * so many.
 */
const ACCOUNTS_OF_AN_ADDRESS = 10;

/** Who runs: an account at an address (`subscriberOf`), or the address alone. */
interface Runner {
  accountId?: string | null | undefined;
  address: string;
}

/** Counts one free run, and tells how many the account, or without one the address, has left. Throws RATE_LIMITED. */
export async function limitFreeRuns({ accountId, address }: Runner): Promise<RateLimitState> {
  const points = env().FREE_RUNS_PER_HOUR;
  const durationSeconds = HOUR_SECONDS;
  const left = await consumeRateLimit({ name: "free-run", points, durationSeconds }, accountId ?? address);
  if (accountId) {
    const all = { name: "free-run-address", points: points * ACCOUNTS_OF_AN_ADDRESS, durationSeconds };
    await consumeRateLimit(all, address);
  }
  return left;
}
