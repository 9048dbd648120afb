import type { Database } from "@/lib/db/client";
import { setSkillTerms, setUnrun } from "@/lib/publishing/price/repository";
import type { Terms } from "@/lib/registry/versions/terms";
import { decideCallable } from "@/lib/running/run-facts";

export { findSkillTerms } from "@/lib/publishing/price/repository";

/**
 * Writes what a skill costs and pays, in the caller's transaction, which holds it: versions of it that never ran are
 * called while it is free, and not called once it has a price. The caller lists the skill anew.
 */
export async function applyTerms(db: Database, skillId: string, terms: Terms): Promise<void> {
  await setSkillTerms(db, skillId, terms);
  const { priceLamports } = terms;
  await setUnrun(db, skillId, decideCallable({ obstacles: [], priceLamports, ranAt: null }));
}
