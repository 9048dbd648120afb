import type { SealView, SkillDetail } from "@/lib/registry/views";

/** The seals that count now, newest first. */
export function countingSeals(skill: Pick<SkillDetail, "seals">): SealView[] {
  return skill.seals.filter((seal) => seal.counts).sort((a, b) => b.issuedAt.localeCompare(a.issuedAt));
}
