import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const KIBIBYTE = 1024;

/** Counts what an address (`subscriberOf`) is about to have kept, under whichever account. Throws RATE_LIMITED. */
export async function limitStoredBytes(address: string, sizeBytes: number): Promise<void> {
  await consumeRateLimit(REQUEST_LIMITS.kept, address, Math.ceil(sizeBytes / KIBIBYTE));
}
