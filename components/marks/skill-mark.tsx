import { createHash } from "node:crypto";
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

/** Heads of a sign, above its stem at x 12 from y 9 upwards. */
const HEADS = [
  "M8 5h8",
  "M7 2l5 5 5-5",
  "M7 7l5-5 5 5",
  "M12 8a3 3 0 1 1 .1 0",
  "M9 2h6v6h-6z",
  "M12 2l4 6h-8z",
  "M12 1l4 4-4 4-4-4z",
  "M12 2h6v5h-6",
  "M9 3h6M7 6h10",
  "M7 2a5 5 0 0 0 10 0",
  "M7 7a5 5 0 0 1 10 0",
  "M8 2l8 6M16 2l-8 6",
  "M12 1l-6 6h11",
  "M7 2v5h10v-5",
  "M12 2h3a3 3 0 0 1 0 6",
  "M7 2h10M7 7h10",
] as const;

/** What stands at one side of the stem, drawn to the right; "-" before a width turns it to the left. */
const ARMS = [
  () => "",
  (side: string) => `h${side}6`,
  (side: string) => `l${side}6-3`,
  (side: string) => `l${side}6 3`,
  (side: string) => `h${side}6v-3`,
  (side: string) => `h${side}6v3`,
  (side: string) => `a5 5 0 0 ${side === "-" ? 1 : 0} ${side}5-5`,
  (side: string) => `m${side}2 0h${side}4`,
] as const;

const FEET = ["", "M8 22h8", "M8 22l4-3 4 3", "M12 22h5", "M12 22h-5", "M8 19l4 3 4-3"] as const;

/** Where arms leave the stem. */
const LEVELS = [12, 17] as const;

/**
 * The sign of a skill: strokes in a box of 24 by 24, as SVG path data, in the manner of the marks merchants put on their
 * goods. The head follows from the category, so that skills of one kind look related; arms and foot follow from the
 * name. The same words always make the same sign. Signs help to find a skill again; they prove nothing, and two
 * skills may happen to have the same.
 */
export function skillSign({ slug, category }: { slug: string; category: string | null }): string {
  const head = category === null ? "" : pick(HEADS, bytesOf(kindOf(category)).next());
  const name = bytesOf(slug);
  const arms = LEVELS.map((y) =>
    ["-", ""].map((side) => draw(`M12 ${y}`, pick(ARMS, name.next())(side))).join(""),
  ).join("");
  return `M12 ${category === null ? 3 : 8}v14${head}${arms}${pick(FEET, name.next())}`;
}

/** A category as it is told apart: "Data analysis" and "data_analysis" are one. */
const kindOf = (category: string) =>
  category
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "-");

const draw = (from: string, stroke: string) => (stroke === "" ? "" : from + stroke);

const pick = <T,>(list: readonly T[], byte: number): T => list[byte % list.length] as T;

/** The bytes of a text's digest, one after the other. */
function bytesOf(text: string) {
  const digest = createHash("sha256").update(text).digest();
  let place = 0;
  return { next: () => digest[place++] ?? 0 };
}
