import { hasHeldDeposit } from "@/lib/audits/bond/deposits";
import { hasSigned } from "@/lib/audits/seals";
import type { Database } from "@/lib/db/client";
import { findUndecided } from "@/lib/ownership/transfers/repository";

/**
 * What keeps a skill with its owner for now: it is in quarantine; something of it waits for a decision; a deposit of
 * its owner is in a vault; the account it is offered to has signed an audit of it, which would become an author's own.
 */
export type TransferObstacle = "quarantined" | "waiting" | "deposit" | "audited";

export async function findObstacles(
  db: Database,
  { skillId, toId }: { skillId: string; toId: string },
): Promise<TransferObstacle[]> {
  const { quarantined, waiting } = await findUndecided(db, skillId);
  const deposit = await hasHeldDeposit(db, skillId);
  const audited = await hasSigned(db, { accountId: toId, skillId });
  const all = { quarantined, waiting, deposit, audited };
  return (["quarantined", "waiting", "deposit", "audited"] as const).filter((each) => all[each]);
}
