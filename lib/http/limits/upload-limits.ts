import {
  assertRateLimit,
  consumeRateLimit,
  returnRateLimit,
  type RateLimit,
  type RateLimitState,
} from "@/lib/http/limits/rate-limit";

const HOUR_SECONDS = 3600;
/** Published versions of one account, whichever way they come. */
const UPLOADS = { name: "upload", points: 120, durationSeconds: HOUR_SECONDS };
/** An account costs a signature, and every version is vetted. */
const OF_ADDRESS = { name: "upload-address", points: 1200, durationSeconds: HOUR_SECONDS };
/** Vettings asked for before anything is published: each changed text is read anew. */
const VETTINGS = { name: "vetting-address", points: 600, durationSeconds: HOUR_SECONDS };

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
  await assertRateLimit(OF_ADDRESS, address);
  return assertRateLimit(UPLOADS, accountId);
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
  return counted(OF_ADDRESS, address, () =>
    counted(UPLOADS, accountId, async (left) => ({ published: await publish(), left })),
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
  await consumeRateLimit(VETTINGS, address);
}
