import { assertRateLimit, consumeRateLimit, type RateLimitState } from "@/lib/http/rate-limit";

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

/** Tells how many versions the account can still publish in this hour. Throws RATE_LIMITED when it, or its address, can none. */
export async function assertUploadsLeft({ accountId, address }: Publisher): Promise<RateLimitState> {
  await assertRateLimit(OF_ADDRESS, address);
  return assertRateLimit(UPLOADS, accountId);
}

/** Counts a version that was published; refused ones do not count. */
export async function countUpload({ accountId, address }: Publisher): Promise<RateLimitState> {
  await consumeRateLimit(OF_ADDRESS, address);
  return consumeRateLimit(UPLOADS, accountId);
}

/** Counts a vetting that is asked for from an address. Throws RATE_LIMITED. */
export async function limitVettings(address: string): Promise<void> {
  await consumeRateLimit(VETTINGS, address);
}
