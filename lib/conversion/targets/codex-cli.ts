import { textFile, type Converter } from "../conversion-source";
import { yamlBlock } from "../literals/yaml-block";
import { skillFolder } from "../skill-folder";
import { agentSkillFields } from "../skill-front-matter";
/** What Codex shows of a skill; an author's own is kept. */
const INTERFACE_FILE = "agents/openai.yaml";

/** Codex CLI: an Agent Skill in `.agents/skills`, with the file Codex takes its name in the menu from. */
export const codexCli: Converter = {
  target: "CodexCLI",
  convert(source) {
    const { slug, displayName } = source.manifest;
    const files = skillFolder(source, {
      target: "CodexCLI",
      fields: agentSkillFields(source),
    });
    // `agents` in any spelling is the author's: another one beside it would be one folder on some systems.
    const taken = source.files.some(({ path }) => /^agents(?:\/|$)/i.test(path.normalize("NFKC")));
    const words = yamlBlock([
      [
        "interface",
        {
          members: [
            ["display_name", displayName],
            ["default_prompt", `Use $${slug} to `],
          ],
        },
      ],
    ]);
    return { rootDirectory: slug, files: taken ? files : [...files, textFile(INTERFACE_FILE, words)] };
  },
};
