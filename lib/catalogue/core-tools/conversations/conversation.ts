import { RETENTION } from "@/lib/db/retention";
import { HOUR_MS } from "@/lib/kernel/clock";
import { sha256Hex } from "@/lib/kernel/digest";

/** Names and versions in the order of their activation, and earlier names that were asked for with the present ones. */
export interface ActiveNames {
  active: [slug: string, version: string][];
  renamed: [before: string, now: string][];
}

/** What any process needs to go on with a conversation. */
export interface Conversation {
  /** `hashConversationId` of what the client has. */
  id: string;
  /** Account or agent whose it is; null for somebody unknown. */
  ownerId: string | null;
  client: { protocolVersion: string; capabilities: { [name: string]: unknown } };
  skills: ActiveNames;
  /** How often its list of tools was asked for. */
  listings: number;
}

/** A conversation that nobody has used for so long is over. */
export const CONVERSATION_IDLE_MS = RETENTION.McpSessions.kept.hours * HOUR_MS;

/** Under what a conversation is kept: who reads the database cannot go on with it. */
export const hashConversationId = (id: string): string => sha256Hex(id);
