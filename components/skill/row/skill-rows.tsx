import { sharedFacts } from "@/components/skill/row/shared-facts";
import { SharedFacts } from "@/components/skill/row/skill-meta";
import { SkillRowItem, type SkillRowItemProps } from "@/components/skill/row/skill-row-item";
import type { SkillRow } from "@/lib/registry/views";

interface SkillRowsProps {
  rows: readonly SkillRow[];
  heading?: "h2" | "h3";
  /** True in a list whose skills can be ticked to be compared. */
  compared?: boolean;
  /** What else the row of a skill is given. */
  of?: (skill: SkillRow, index: number) => Omit<SkillRowItemProps, "skill">;
  label?: string;
  labelledBy?: string;
}

/** A list of skills; what is the same for all of them is said once above it. */
export function SkillRows({ rows, heading = "h2", compared = false, of, label, labelledBy }: SkillRowsProps) {
  const said = sharedFacts(rows);
  return (
    <>
      <SharedFacts rows={rows} facts={said} />
      <ol className="rows" aria-label={label} aria-labelledby={labelledBy}>
        {rows.map((skill, index) => (
          <SkillRowItem
            key={skill.id}
            skill={skill}
            heading={heading}
            compared={compared}
            said={said}
            {...of?.(skill, index)}
          />
        ))}
      </ol>
    </>
  );
}
