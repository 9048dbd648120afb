import {
  CONVERSATION_IDLE_MS,
  type Conversation,
} from "@/lib/catalogue/core-tools/conversations/conversation";
import {
  deleteConversation,
  selectConversation,
  updateSeen,
} from "@/lib/catalogue/core-tools/conversations/repository";
import { database } from "@/lib/db/client";
import { systemClock, type Clock } from "@/lib/kernel/clock";

/** Written no more often than this: most requests of a conversation only read its row. */
const SEEN_EVERY_MS = 60_000;

/**
 * A conversation of this owner, and notes that it is used; null when there is none, or it is over. It is its account's:
 * another key, or none, does not find it.
 */
export async function findConversation(
  id: string,
  ownerId: string | null,
  clock: Clock = systemClock,
): Promise<Conversation | null> {
  const now = clock.now();
  const usedSince = new Date(now.getTime() - CONVERSATION_IDLE_MS);
  const found = await selectConversation(database(), { id, ownerId, usedSince });
  if (!found) return null;
  const { seenAt, ...conversation } = found;
  if (now.getTime() - seenAt.getTime() > SEEN_EVERY_MS) await updateSeen(database(), id, now);
  return conversation;
}

/** Ends it for all processes; false when there was none. */
export const endConversation = (id: string): Promise<boolean> => deleteConversation(database(), id);
