import { CONVERSATION_IDLE_MS } from "@/lib/core-tools/conversations/conversation";
import { deleteUnused } from "@/lib/core-tools/conversations/repository";
import { deleteMessagesBefore } from "@/lib/core-tools/conversations/message-repository";
import { database } from "@/lib/db/client";

/** Longer than a person is waited for. */
const MESSAGE_MS = 10 * 60_000;

/** Deletes conversations that are over, and messages that nobody has taken in ten minutes. */
export async function forgetConversations(now: Date): Promise<number> {
  await deleteMessagesBefore(database(), new Date(now.getTime() - MESSAGE_MS));
  return deleteUnused(database(), new Date(now.getTime() - CONVERSATION_IDLE_MS));
}
