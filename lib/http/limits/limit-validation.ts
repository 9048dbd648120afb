import { consumeRateLimit, type RateLimitState } from "@/lib/http/limits/rate-limit";

const LARGE_BYTES = 64 * 1024;
/** Small enough to be asked with every pause in typing; checking a few kilobytes takes about two milliseconds. */
const SMALL = { name: "validate", points: 240, durationSeconds: 60 };
/** Five megabytes can take half a second. */
const LARGE = { name: "validate-large", points: 30, durationSeconds: 60 };

/** Counts one check of a package of this size. Throws RATE_LIMITED. Pages and agents share the count. */
export function limitValidation(subject: string, sizeBytes: number): Promise<RateLimitState> {
  return consumeRateLimit(sizeBytes > LARGE_BYTES ? LARGE : SMALL, subject);
}
