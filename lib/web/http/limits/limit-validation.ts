import { consumeRateLimit, type RateLimitState } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const LARGE_BYTES = 64 * 1024;

/** Counts one check of a package of this size. Throws RATE_LIMITED. Pages and agents share the count. */
export function limitValidation(subject: string, sizeBytes: number): Promise<RateLimitState> {
  return consumeRateLimit(
    sizeBytes > LARGE_BYTES ? REQUEST_LIMITS.validateLarge : REQUEST_LIMITS.validate,
    subject,
  );
}
