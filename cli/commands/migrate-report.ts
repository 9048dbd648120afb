import { reportMigration, type MigrationItem } from "@/lib/skill-format";
import { EXIT, type Command } from "../command";
import { forEachSkill } from "../open-skills";
import { chooseOption, parseOptions } from "../parse-options";
import { printJson, printLine } from "../print";

const help = `Usage: emporion migrate-report PATH... [--format text|json]

Reports how far a VibeLife V12 skill has migrated to V9: every item of the
migration checklist (V9, section 6), passed or not, with what was found.

PATH is a skill's directory, a .skill archive, or a directory that holds skills.

  [x] passed   [ ] failed   [?] nothing in the package can tell

  --format FORMAT   text (default), or json: one JSON object a line

Exit code: 0 nothing failed, 1 an item failed, 2 wrong usage, 3 a path cannot be
read.`;

const MARKS: Readonly<Record<MigrationItem["state"], string>> = {
  passed: "[x]",
  failed: "[ ]",
  unknown: "[?]",
};

/** `emporion migrate-report`. */
export const command: Command = {
  help,
  async run(args, { stdout, stderr, cwd }) {
    const { values, positionals } = parseOptions(
      args,
      { format: { type: "string" } },
      { min: 1, name: "PATH" },
    );
    const format = chooseOption("format", values.format, ["text", "json"]);
    return forEachSkill(positionals, { cwd, stderr }, ({ label, files }) => {
      const items = reportMigration(files);
      if (format === "json") printJson(stdout, { path: label, items });
      else {
        printLine(stdout, `${label}:`);
        for (const { state, requirement, detail } of items) {
          printLine(stdout, `  ${MARKS[state]} ${requirement}: ${detail}`);
        }
      }
      return items.some(({ state }) => state === "failed") ? EXIT.found : EXIT.ok;
    });
  },
};
