import type { SkillRow } from "@/lib/registry/views";

/** Average stars to two places, null while nobody has given any. */
export function toRating(sum: number, count: number): SkillRow["rating"] {
  return { average: count === 0 ? null : Math.round((100 * sum) / count) / 100, count };
}
