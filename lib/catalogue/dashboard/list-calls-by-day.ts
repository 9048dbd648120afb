import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { selectCallsByDay } from "@/lib/catalogue/repository";
import type { SkillRow } from "@/lib/registry/views";

/**
 * Calls on each of the last 14 days, by skill id, of those rows that were called this week; one query, none if
 * none was.
 */
export async function listCallsByDay(
  rows: readonly Pick<SkillRow, "id" | "calls7d">[],
  clock: Clock = systemClock,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const called = rows.filter(({ calls7d }) => calls7d > 0).map(({ id }) => id);
  return called.length === 0 ? new Map() : selectCallsByDay(database(), called, clock.now());
}
