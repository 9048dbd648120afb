import { consumeRateLimit } from "@/lib/http/limits/rate-limit";

const HOUR_SECONDS = 3600;
/** Mails that one account has sent, to whatever address; each recipient is counted as well, by whoever asks. */
const OF_ACCOUNT = { name: "own-mails", points: 10, durationSeconds: HOUR_SECONDS };
/** An account costs a signature, so that what accounts may send bounds nothing by itself. */
const OF_ADDRESS = { name: "own-mails-address", points: 30, durationSeconds: HOUR_SECONDS };

/**
 * Counts a mail that an account at an address (`subscriberOf`) has sent to an address of its choice.
 * Throws RATE_LIMITED.
 */
export async function limitOwnMails({
  accountId,
  address,
}: {
  accountId: string;
  address: string;
}): Promise<void> {
  await consumeRateLimit(OF_ACCOUNT, accountId);
  await consumeRateLimit(OF_ADDRESS, address);
}
