import { inTransaction } from "@/lib/db/transaction";
import { nextClaimState, storedClaim } from "@/lib/registry/claim-state";
import { recordUnmailed } from "@/lib/log/events/events";
import type { RegistryEvent } from "@/lib/log/events/registry-event";
import { expireDraftsBefore } from "@/lib/publishing/drafts/repository";

const BATCH = 200;

/** Ends drafts nobody claimed in 30 days (USK, draft upload): out of every list, still reachable by their address. */
export function expireDrafts(now: Date): Promise<number> {
  const to = storedClaim(nextClaimState("draft", "claim_ran_out").state);
  return inTransaction(async (tx) => {
    const expired = await expireDraftsBefore(tx, now, { to, limit: BATCH });
    const events = expired.map<RegistryEvent>(({ id: skillId, slug }) => ({
      kind: "draft:expired",
      skillId,
      data: { slug },
    }));
    await recordUnmailed(tx, events, now);
    return expired.length;
  });
}
