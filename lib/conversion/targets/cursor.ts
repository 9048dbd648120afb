import type { Converter } from "../conversion-source";
import { skillFolder } from "../skill-folder";
import { agentSkillFields } from "../skill-front-matter";

/** Cursor: an Agent Skill in `.cursor/skills`, used when it fits or by its name behind a slash. */
export const cursor: Converter = {
  target: "Cursor",
  convert(source) {
    const { slug } = source.manifest;
    const files = skillFolder(source, {
      target: "Cursor",
      fields: agentSkillFields(source),
    });
    return { rootDirectory: slug, files };
  },
};
