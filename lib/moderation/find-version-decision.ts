import { z } from "zod";
import { database } from "@/lib/db/client";
import { findDecisionEvent } from "@/lib/moderation/repository";

const written = z.object({ decision: z.enum(["approve", "reject"]), reason: z.string() });

export type VersionDecision = z.infer<typeof written> & { decidedAt: Date };

/**
 * What an administrator decided about a version that vetting had held, and why, in their words (empty where an approval
 * has none); null where nobody decided. It is between the market and the publisher: the caller asks who may read it.
 */
export async function findVersionDecision(versionId: string): Promise<VersionDecision | null> {
  const event = await findDecisionEvent(database(), versionId);
  return event ? { ...written.parse(event.data), decidedAt: event.occurredAt } : null;
}
