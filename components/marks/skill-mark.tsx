import { skillSign } from "@/components/marks/skill-sign";
import type { SkillRow } from "@/lib/registry/views";

interface SkillMarkProps {
  skill: Pick<SkillRow, "slug" | "category" | "iconPath">;
  className?: string;
}

/**
 * The sign of a skill, by which its row, its page and its receipts are found again: its own icon, or one made from its
 * name. The name always stands beside it.
 */
export function SkillMark({ skill, className = "" }: SkillMarkProps) {
  if (skill.iconPath !== null)
    return (
      <img
        className={`sign ${className}`}
        src={skill.iconPath}
        alt=""
        width={24}
        height={24}
        loading="lazy"
      />
    );
  return (
    <svg className={`sign ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={skillSign(skill)} />
    </svg>
  );
}
