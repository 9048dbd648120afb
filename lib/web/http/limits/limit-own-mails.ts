import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

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
  await consumeRateLimit(REQUEST_LIMITS.ownMails, accountId);
  await consumeRateLimit(REQUEST_LIMITS.ownMailsOfAddress, address);
}
