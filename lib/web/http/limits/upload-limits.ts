import {
  assertRateLimit,
  consumeRateLimit,
  returnRateLimit,
  type RateLimit,
  type RateLimitState,
} from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

/** An account, and the address it publishes from (`subscriberOf`). */
interface Publisher {
  accountId: string;
  address: string;
}

/**
 * Tells how many versions the account can still publish in this hour. Throws RATE_LIMITED when it, or its address,
 * can none.
 */
export async function assertUploadsLeft({ accountId, address }: Publisher): Promise<RateLimitState> {
  await assertRateLimit(REQUEST_LIMITS.uploadOfAddress, address);
  return assertRateLimit(REQUEST_LIMITS.upload, accountId);
}

/**
 * Publishes and tells how many versions the account has left. Counted before, so that no number of uploads at once gets
 * past a limit; one that is refused does not count in the end. Throws RATE_LIMITED, with nothing published, and what
 * `publish` throws.
 */
export async function countUpload<T>(
  { accountId, address }: Publisher,
  publish: () => Promise<T>,
): Promise<{ published: T; left: RateLimitState }> {
  return counted(REQUEST_LIMITS.uploadOfAddress, address, () =>
    counted(REQUEST_LIMITS.upload, accountId, async (left) => ({ published: await publish(), left })),
  );
}

async function counted<T>(
  limit: RateLimit,
  subject: string,
  work: (left: RateLimitState) => Promise<T>,
): Promise<T> {
  try {
    return await work(await consumeRateLimit(limit, subject));
  } catch (error) {
    await returnRateLimit(limit, subject);
    throw error;
  }
}

/** Counts a vetting that is asked for from an address. Throws RATE_LIMITED. */
export async function limitVettings(address: string): Promise<void> {
  await consumeRateLimit(REQUEST_LIMITS.vetting, address);
}
