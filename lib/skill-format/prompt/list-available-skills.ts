import type { SkillRecord } from "./skill-record";

/** What may not stand in XML 1.0 at all, not even as a reference. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * `<available_skills>` for a system prompt (Agent Skills, integration): name and description of each skill, and the
 * location of its SKILL.md for agents that read files themselves. Every value is escaped: no text can end its
 * element.
 */
export function listAvailableSkills(
  records: readonly Pick<SkillRecord, "name" | "description" | "location">[],
  { withLocation = true }: { withLocation?: boolean } = {},
): string {
  const skills = records.map(({ name, description, location }) => {
    const members = { name, description, ...(withLocation ? { location } : {}) };
    const lines = Object.entries(members).map(([tag, text]) => `    <${tag}>${escapeXml(text)}</${tag}>\n`);
    return `  <skill>\n${lines.join("")}  </skill>\n`;
  });
  return `<available_skills>\n${skills.join("")}</available_skills>\n`;
}

function escapeXml(text: string): string {
  return text
    .replace(NOT_IN_XML, "\uFFFD")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
