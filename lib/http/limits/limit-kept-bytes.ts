import { consumeRateLimit } from "@/lib/http/limits/rate-limit";

const KIBIBYTE = 1024;
/** A gigabyte a day: an account costs a signature, so what accounts may have kept bounds nothing by itself. */
const KEPT = { name: "kept-kib", points: KIBIBYTE * KIBIBYTE, durationSeconds: 86_400, unit: "KiB" };

/** Counts what an address (`subscriberOf`) is about to have kept, under whichever account. Throws RATE_LIMITED. */
export async function limitKeptBytes(address: string, sizeBytes: number): Promise<void> {
  await consumeRateLimit(KEPT, address, Math.ceil(sizeBytes / KIBIBYTE));
}
