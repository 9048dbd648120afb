import { z } from "zod";
import { listEventsOf } from "@/lib/log/events/events";

export const CLAIM_EVENTS = [
  "skill:created",
  "draft:claimed",
  "draft:expired",
  "skill:transferred",
  "skill:renamed",
] as const;

export interface ClaimEvent {
  kind: (typeof CLAIM_EVENTS)[number];
  occurredAt: string;
  /** User names, as they were then, of who gave the skill to whom; null for everything else. */
  between: { from: string; to: string } | null;
  /** What it was called before, and from then on; null for everything else. */
  renamed: { before: string; slug: string } | null;
}

const parties = z.object({ from: z.string(), to: z.string() });
const names = z.object({ before: z.string(), slug: z.string() });

/**
 * When a skill was first uploaded, when somebody claimed it or nobody did, and when it changed owners or its name,
 * oldest first.
 */
export async function listClaimHistory(skillId: string): Promise<ClaimEvent[]> {
  const rows = await listEventsOf(skillId, CLAIM_EVENTS);
  return rows.flatMap(({ kind, data, occurredAt }) => {
    const known = CLAIM_EVENTS.find((each) => each === kind);
    if (known === undefined) return [];
    const between = parties.safeParse(data).data ?? null;
    const renamed = names.safeParse(data).data ?? null;
    return [{ kind: known, occurredAt: occurredAt.toISOString(), between, renamed }];
  });
}
