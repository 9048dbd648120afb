import { database } from "@/lib/db/client";
import { systemClock } from "@/lib/kernel/clock";
import { selectSecurity, type AskedVersion, type SecurityRow } from "@/lib/catalogue/security/repository";

export type { AskedVersion, SecurityRow };

/**
 * What is known of exact versions, in the order they are asked for, by any name their skill has or had; null for a skill
 * nobody knows, and a row without a version where the skill has no published one of this number. One query.
 */
export async function listSecurity(asked: readonly AskedVersion[]): Promise<(SecurityRow | null)[]> {
  if (asked.length === 0) return [];
  const rows = await selectSecurity(database(), asked, systemClock.now());
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_, place) => byPlace.get(place) ?? null);
}
