import {
  deleteMessages,
  insertMessage,
  insertQuestion,
  selectMessages,
  updateAnswer,
  type MessageRow,
} from "@/lib/catalogue/core-tools/conversations/repository";
import { database } from "@/lib/db/client";
import { systemClock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";

const MOST_WAITING = 200;
const QUESTION = /^msg_[0-9a-z]{26}$/;

/** Opens a question to the person of a conversation and returns its id, under which the answer comes to any process. */
export async function openQuestion(sessionId: string): Promise<string> {
  const id = newId("msg");
  await insertQuestion(database(), { id, sessionId, createdAt: systemClock.now() });
  return id;
}

/** Leaves an answer for the process that has asked. What nobody has asked is left out. */
export async function leaveAnswer(sessionId: string, id: string, body: object): Promise<void> {
  if (QUESTION.test(id)) await updateAnswer(database(), { id, sessionId, body: JSON.stringify(body) });
}

/** Leaves what the client says of a call for the process that makes it. */
export async function leaveMessage(sessionId: string, body: object): Promise<void> {
  const message = { id: newId("msg"), sessionId, body: JSON.stringify(body), createdAt: systemClock.now() };
  await insertMessage(database(), { ...message, most: MOST_WAITING });
}

/** What waits in a conversation, for whichever process. */
export const readMessages = (sessionId: string): Promise<MessageRow[]> =>
  selectMessages(database(), sessionId);

/** Takes messages away that were read, and questions that nobody waits for any more. */
export const takeMessages = (ids: readonly string[]): Promise<void> => deleteMessages(database(), ids);
