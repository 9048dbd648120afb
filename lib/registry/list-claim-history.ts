import { database } from "@/lib/db/client";
import { selectEventsOf } from "@/lib/registry/event-repository";

export const CLAIM_EVENTS = ["skill:created", "draft:claimed", "draft:expired"] as const;

export interface ClaimEvent {
  kind: (typeof CLAIM_EVENTS)[number];
  occurredAt: string;
}

/** When a skill was first uploaded, and when somebody claimed it or nobody did, oldest first. */
export async function listClaimHistory(skillId: string): Promise<ClaimEvent[]> {
  const rows = await selectEventsOf(database(), skillId, CLAIM_EVENTS);
  return rows.flatMap(({ kind, occurredAt }) => {
    const known = CLAIM_EVENTS.find((each) => each === kind);
    return known === undefined ? [] : [{ kind: known, occurredAt: occurredAt.toISOString() }];
  });
}
