import { readEvolution, SECTION_TITLE, stitchSkill } from "@/lib/skill-format";
import { expandText, type Adapter, compareFacts } from "../runner/conformance-case";
import { compareLines, compareText } from "./format-adapters";

/** `stitch`: the section of what users taught a skill. */
export const stitch: Adapter = {
  kind: "stitch",
  check({ input, expect }) {
    const before = String(expandText(input["skill_md"]));
    const after = stitchText(before, input["evolution"]);
    const lines = after.split(/\r\n|\r|\n/);
    const sections = sectionLines(lines);
    const [start] = sectionLines(before.split(/(?<=\n)/));
    const prefix = before
      .split(/(?<=\n)/)
      .slice(0, start)
      .join("");
    const facts = {
      section_lines: sections.length === 0 ? [] : bodyOfSection(lines, sections[0] ?? 0),
      section_count: sections.length,
      prefix_unchanged: after.startsWith(prefix),
      idempotent: stitchText(after, input["evolution"]) === after,
      unchanged: after === before,
    };
    const { has, lacks, lacks_lines: lacksLines, ...exact } = expect;
    return [
      ...compareFacts(exact, facts),
      ...compareText(after, { has, lacks }),
      ...compareLines(lines, lacksLines),
    ];
  },
};

/** What refuses to be stitched stays as it is. */
function stitchText(text: string, evolution: unknown): string {
  const source = typeof evolution === "string" ? evolution : JSON.stringify(evolution ?? {});
  const reading = readEvolution(source);
  if (reading.evolution === undefined) return text;
  const result = stitchSkill(new Map([["SKILL.md", text]]), reading.evolution);
  return result.ok ? result.text : text;
}

/** Indexes of the section's headings outside fenced code. */
function sectionLines(lines: readonly string[]): number[] {
  let fence = "";
  return lines.flatMap((raw, index) => {
    const line = raw.trimEnd();
    const mark = /^(?:```+|~~~+)/.exec(line)?.[0] ?? "";
    if (fence === "" && mark !== "") fence = mark;
    else if (fence !== "" && mark.startsWith(fence) && line === mark) fence = "";
    return fence === "" && line === `## ${SECTION_TITLE}` ? index : [];
  });
}

/** The lines that are not blank, up to the next heading of the same or a higher level. */
function bodyOfSection(lines: readonly string[], start: number): string[] {
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^##? /.test(line));
  return [lines[start] ?? "", ...(end === -1 ? rest : rest.slice(0, end))].filter(
    (line) => line.trim() !== "",
  );
}
