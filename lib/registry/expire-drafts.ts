import { inTransaction } from "@/lib/db/transaction";
import { recordEvent } from "@/lib/registry/events";
import { expireDraftsBefore } from "@/lib/registry/skills-repository";

const BATCH = 200;

/** Ends drafts nobody claimed in 30 days (R-002-146): out of every list, still reachable by their address. */
export function expireDrafts(now: Date): Promise<number> {
  return inTransaction(async (tx) => {
    const expired = await expireDraftsBefore(tx, now, BATCH);
    for (const { id, slug } of expired)
      await recordEvent(tx, { kind: "draft:expired", skillId: id, data: { slug } }, now);
    return expired.length;
  });
}
