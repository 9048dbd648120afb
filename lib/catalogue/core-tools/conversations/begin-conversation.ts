import {
  CONVERSATION_IDLE_MS,
  type Conversation,
} from "@/lib/catalogue/core-tools/conversations/conversation";
import {
  countConversations,
  deleteOldest,
  insertConversation,
} from "@/lib/catalogue/core-tools/conversations/repository";
import { database } from "@/lib/db/client";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";

export interface ConversationLimits {
  total: number;
  perSubject: number;
  /** Whatever accounts they are of: an account costs a signature, and the places of all are few. */
  perAddress: number;
}

const LIMITS: ConversationLimits = { total: 20_000, perSubject: 20, perAddress: 100 };
const RETRY_AFTER_SECONDS = 60;

/**
 * Keeps a new conversation for all processes. Of a caller with too many the one that was not used for longest ends;
 * nobody's ends for a stranger. Throws RATE_LIMITED when no room can be made.
 */
export async function beginConversation(
  conversation: Conversation & { subject: string; address: string },
  limits: Partial<ConversationLimits> = {},
): Promise<void> {
  const { total, perSubject, perAddress } = { ...LIMITS, ...limits };
  const { subject, address } = conversation;
  const now = systemClock.now();
  const usedSince = new Date(now.getTime() - CONVERSATION_IDLE_MS);
  const { own, near, all } = await countConversations(database(), { subject, address, usedSince });
  const isFull = all >= total || near >= perAddress;
  if ((own >= perSubject || isFull) && !(own > 0 && (await deleteOldest(database(), subject)))) {
    throw new DomainError(
      "RATE_LIMITED",
      "There are as many MCP sessions as this server keeps. Try again later.",
      { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } },
    );
  }
  await insertConversation(database(), { ...conversation, now });
}
