import { textFile, type Converter } from "../conversion-source";
import { INSTALL_PLACES, unpackCommand } from "../install-commands";
import { yamlBlock } from "../literals/yaml-block";
import { skillFolder } from "../skill-folder";
import { agentSkillFields } from "../skill-front-matter";

const PLACE = INSTALL_PLACES.CodexCLI;
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
      install: {
        platform: PLACE.name,
        steps: [
          {
            say: "Unpack the archive where Codex looks for skills of a project (`~/.agents/skills` for all of yours):",
            command: unpackCommand(`${slug}.zip`, PLACE.folder),
          },
          {
            say: "Begin a new session; Codex uses it when it fits, or when you write its name:",
            command: `$${slug}`,
          },
        ],
      },
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
