import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import type { Actor } from "@/lib/identity/actor";

/** Guesses at the password of an account whose session somebody else may hold, wherever it is asked for. */
const GUESSES = { name: "own-password", points: 10, durationSeconds: 15 * 60 };

/** Counts a password before it is looked at. Throws RATE_LIMITED. */
export async function countGuess({ accountId }: Actor): Promise<void> {
  await consumeRateLimit(GUESSES, accountId);
}
