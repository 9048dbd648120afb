import { dialectTitle, type SkillManifest } from "@/lib/skill-format";

/**
 * What the formats of a skill call themselves: those its file names, otherwise those it shows signs of. Every SKILL.md
 * is an Agent Skill, so that is told only where nothing else is.
 */
export function formatNames({ dialects }: Pick<SkillManifest, "dialects">): string[] {
  const named = dialects.declared.length > 0 ? dialects.declared : dialects.detected;
  const special = named.filter((dialect) => dialect !== "agent-skills");
  return (special.length > 0 ? special : (["agent-skills"] as const)).map(dialectTitle);
}
