import { countHeldDeposits } from "@/lib/audits/bond/kept-bonds-repository";
import type { Database } from "@/lib/db/client";

/** Whether a deposit that backs a version of the skill is still in its vault, as last seen on chain. */
export async function hasHeldDeposit(db: Database, skillId: string): Promise<boolean> {
  return (await countHeldDeposits(db, skillId)) > 0;
}
