import { inTransaction } from "@/lib/db/transaction";
import { nextClaimState, storedClaim } from "@/lib/registry/claim-state";
import { recordEvent } from "@/lib/registry/events";
import { expireDraftsBefore } from "@/lib/registry/skills-repository";

const BATCH = 200;

/** Ends drafts nobody claimed in 30 days (R-002-146): out of every list, still reachable by their address. */
export function expireDrafts(now: Date): Promise<number> {
  const to = storedClaim(nextClaimState("draft", "claim_ran_out").state);
  return inTransaction(async (tx) => {
    const expired = await expireDraftsBefore(tx, now, { to, limit: BATCH });
    for (const { id, slug } of expired)
      await recordEvent(tx, { kind: "draft:expired", skillId: id, data: { slug } }, now);
    return expired.length;
  });
}
