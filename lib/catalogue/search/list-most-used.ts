import { database } from "@/lib/db/client";
import type { SkillRow } from "@/lib/registry/views";
import { planCriteria } from "@/lib/catalogue/search/plan-criteria";
import { selectHits } from "@/lib/catalogue/search/repository";
import { toSkillRow } from "@/lib/catalogue/search/to-skill-row";

/** Listed skills with the most calls, then downloads, of the last seven days; one query. */
export async function listMostUsed(limit: number, now: Date): Promise<SkillRow[]> {
  const rows = await selectHits(database(), {
    criteria: await planCriteria(database(), {}),
    now,
    limit,
    offset: 0,
  });
  return rows.map((row) => toSkillRow(row, now));
}
