import type { Converter } from "../conversion-source";
import { skillFolder } from "../skill-folder";
import { agentSkillFields } from "../skill-front-matter";

/**
 * Claude Code as an Agent Skill: six fields, everything else under `metadata`. Claude Code runs a command written as an
 * exclamation mark and a code span while it loads a skill; the author did not write for that, so it is taken apart.
 */
export const claudeCodeAgentSkill: Converter = {
  target: "ClaudeCodeAgentSkill",
  convert(source) {
    const { slug } = source.manifest;
    const files = skillFolder(source, {
      target: "ClaudeCodeAgentSkill",
      fields: agentSkillFields(source),
      readBody: withoutLoadCommands,
    });
    return { rootDirectory: slug, files };
  },
};

/** A blank between `!` and a code span or after a fence: reads the same, runs nothing. */
export function withoutLoadCommands(body: string): string {
  return body.replaceAll(/!(?=`)/g, "! ").replaceAll(/(`{3,}|~{3,})(?=!)/g, "$1 ");
}
