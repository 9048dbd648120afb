import type { Converter } from "../conversion-source";
import { INSTALL_PLACES, unpackCommand } from "../install-commands";
import { skillFolder } from "../skill-folder";
import { agentSkillFields } from "../skill-front-matter";

const PLACE = INSTALL_PLACES.Cursor;

/** Cursor: an Agent Skill in `.cursor/skills`, used when it fits or by its name behind a slash. */
export const cursor: Converter = {
  target: "Cursor",
  convert(source) {
    const { slug } = source.manifest;
    const files = skillFolder(source, {
      target: "Cursor",
      fields: agentSkillFields(source),
      install: {
        platform: PLACE.name,
        steps: [
          {
            say: "Unpack the archive where Cursor looks for skills of a project (`~/.cursor/skills` for all of yours):",
            command: unpackCommand(`${slug}.zip`, PLACE.folder),
          },
          {
            say: "Open the project again; Agent uses it when it fits, or when you type:",
            command: `/${slug}`,
          },
        ],
      },
    });
    return { rootDirectory: slug, files };
  },
};
