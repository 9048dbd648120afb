import { exportPackage } from "@/lib/registry/packages/export-package";
import { CHECK_PROFILES, dialectTitle } from "@/lib/skill-format";
import { EXIT, UsageError, type Command } from "../command";
import { openPackage } from "../open-package";
import { chooseOption, parseOptions } from "../parse-options";
import { describeIssue } from "../print-check";
import { printLine, writeOutput } from "../print";

const help = `Usage: emporion export PATH --dialect NAME [options]

Writes a .skill archive of a skill in a single format: only the keys of that format,
its overlay (dialects/NAME.yaml or .md) laid on, the root directory named like the
skill. Keys and comments that stay are kept as they are written, the body byte for
byte. The export is checked by that format's own rules before it is written; what
would not be valid is refused, with the reasons. Equal files give an equal archive.

PATH is a skill's directory or a .skill archive.

  --dialect NAME    one of exo, metadata, usk, vibelife, agent-skills, and
                    agent-skills-upstream (today's reference implementation), which
                    takes six keys: all others are kept as texts under metadata, as
                    store.KEY
  --drop-others     agent-skills-upstream: leave the other keys out instead
  --close-input     exo: add additionalProperties: false and maxProperties: 20 to the
                    input schema where they are missing. It narrows what callers may
                    send, so it is done only with the author's consent: this option.
  --out FILE        where to write it; SKILL-NAME.skill, named by skill and format,
                    in the current directory if left out
  --force           replace FILE when it exists

Exit code: 0 exported, 1 the skill is not valid as this format, 2 wrong usage, 3 the
path cannot be read, or FILE not written.`;

const OPTIONS = {
  dialect: { type: "string" },
  "drop-others": { type: "boolean" },
  "close-input": { type: "boolean" },
  out: { type: "string" },
  force: { type: "boolean" },
} as const;

/** `emporion export`. */
export const command: Command = {
  help,
  async run(args, { stdout, stderr, cwd }) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, max: 1, name: "PATH" });
    if (values.dialect === undefined) throw new UsageError("--dialect is missing");
    const dialect = chooseOption("dialect", values.dialect, CHECK_PROFILES);
    const dropOthers = optionOf("drop-others", values["drop-others"], dialect === "agent-skills-upstream");
    const closeInput = optionOf("close-input", values["close-input"], dialect === "exo");
    const [given = "."] = positionals;
    const result = exportPackage(await openPackage(given, { cwd, stderr }), dialect, {
      dropOthers,
      closeInput,
    });
    if (!result.ok) {
      printLine(stderr, `${given}: cannot be exported as ${dialectTitle(dialect)}`);
      for (const issue of result.issues) printLine(stderr, describeIssue(issue));
      return EXIT.found;
    }
    const { bytes, package: exported, report, moved, dropped } = result;
    const output = values.out ?? `${exported.rootDirectory}-${dialect}.skill`;
    await writeOutput(output, bytes, { cwd, force: values.force });
    if (moved.length > 0) printLine(stderr, `kept under metadata: ${moved.join(", ")}`);
    if (dropped.length > 0) printLine(stderr, `left out: ${dropped.join(", ")}`);
    for (const issue of report.issues) {
      if (issue.severity === "warning") printLine(stderr, describeIssue(issue));
    }
    printLine(stdout, `${output}: files ${exported.files.length}, bytes ${bytes.length}`);
    printLine(stdout, exported.digest);
    return EXIT.ok;
  },
};

/** An option that means nothing for the chosen format is a mistake, not a wish to be ignored. */
function optionOf(name: string, value: boolean | undefined, isMeant: boolean): boolean {
  if (value === true && !isMeant) throw new UsageError(`--${name} is not for this format`);
  return value === true;
}
