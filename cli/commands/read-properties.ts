import {
  checkSkill,
  readSkillRecord,
  type SkillManifest,
  statedHints,
  statedPermissions,
} from "@/lib/skill-format";
import { EXIT, type Command } from "../command";
import { openSkill } from "../open-skills";
import { parseOptions } from "../parse-options";
import { printJson, printLine } from "../print";

const help = `Usage: emporion read-properties PATH [--manifest]

Prints what the front matter of a skill says, as JSON: name, description, license,
compatibility, allowed-tools and metadata, as far as they are there.

PATH is a skill's directory, its SKILL.md, or a .skill archive.

  --manifest        the canonical manifest instead: every format read into one
                    form, with prices, permissions, schemas and defaults; a
                    permission or hint that nobody declares is null

Exit code: 0 printed, 1 name or description is missing or the front matter cannot
be read, 2 wrong usage, 3 the path cannot be read.`;

/** `emporion read-properties`. */
export const command: Command = {
  help,
  async run(args, { stdout, stderr, cwd }) {
    const { values, positionals } = parseOptions(
      args,
      { manifest: { type: "boolean" } },
      { min: 1, max: 1, name: "PATH" },
    );
    const { label, files, dir } = await openSkill(positionals[0] ?? ".", cwd);
    const source = files.get("SKILL.md") ?? files.get("skill.md") ?? "";
    const reading = readSkillRecord(source, "SKILL.md");
    const { manifest } = checkSkill({ files, ...(dir === undefined ? {} : { dir }) });
    if (!reading.ok) {
      for (const { path, message } of reading.findings) printLine(stderr, `${label}: ${path}: ${message}`);
      return EXIT.found;
    }
    const { name, description } = reading.record;
    const { license, compatibility, allowedTools, metadata } = manifest;
    const properties = {
      name,
      description,
      license,
      compatibility,
      "allowed-tools": allowedTools.length === 0 ? undefined : allowedTools.join(" "),
      metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
    };
    printJson(stdout, values.manifest === true ? asStated(manifest) : properties, 2);
    return EXIT.ok;
  },
};

/** Permissions and hints as the API tells them: what nobody declares is null, and not what a reader would assume. */
function asStated(manifest: SkillManifest) {
  const { origins: _permissions, ...permissions } = statedPermissions(manifest);
  const { origins: _hints, ...hints } = statedHints(manifest);
  return { ...manifest, permissions, hints };
}
