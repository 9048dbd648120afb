import { skillSign } from "@/components/marks/skill-sign";
import type { SkillRow } from "@/lib/registry/views";

interface SkillMarkProps {
  skill: Pick<SkillRow, "slug" | "category">;
  className?: string;
}

/** The sign of a skill, by which its row, its page and its receipts are found again. Its name always stands beside it. */
export function SkillMark({ skill, className = "" }: SkillMarkProps) {
  return (
    <svg className={`sign ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={skillSign(skill)} />
    </svg>
  );
}
