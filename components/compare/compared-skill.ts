import type { SkillDetail } from "@/lib/registry/views";
import type { AccessKind } from "@/lib/vetting/access-kinds";

/** One column: a skill as its page shows it, and how often vetting saw its code do more than is declared. */
export interface ComparedSkill {
  skill: SkillDetail;
  undeclared: Record<AccessKind, number>;
}
