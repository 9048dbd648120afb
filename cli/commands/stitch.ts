import { EXIT, UsageError, type Command, type CommandContext } from "../command";
import { forEachSkill } from "../open-skills";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";
import { readLayer, stitchDirectory, type StitchOutcome } from "../stitch-directory";

const help = `Usage: emporion stitch PATH... [options]

Writes what users taught a skill, from the evolution.json beside its SKILL.md, into
the section "User-Learned Best Practices & Constraints" at the end of SKILL.md, or
brings an existing section up to date (Skill Metadata v1.0, section 5). All other
bytes of the file stay as they are; stitching again changes nothing.

A skill without lifecycle fields, or with evolution_enabled: false, is never
stitched. A file that is not understood is refused and left alone.

PATH is a skill's directory or its SKILL.md.

  --upstream FILE   experience of the skill's source, laid below everything else
  --global FILE     experience of this user or machine, laid below the skill's own
  --dry-run         say what would be done, write nothing
  --print           print the file as it would be, write nothing; one PATH only
  --backup          keep the old file as SKILL.md.bak

Exit code: 0 stitched, unchanged or off, 1 refused, 2 wrong usage, 3 a path cannot
be read or written.`;

const OPTIONS = {
  upstream: { type: "string" },
  global: { type: "string" },
  "dry-run": { type: "boolean" },
  print: { type: "boolean" },
  backup: { type: "boolean" },
} as const;

/** `emporion stitch`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, name: "PATH" });
    if (values.print === true && positionals.length > 1) throw new UsageError("--print takes one PATH");
    const files = [values.upstream, values.global].filter((file) => file !== undefined);
    const layers = await Promise.all(files.map((file) => readLayer(file, context)));
    const write = values["dry-run"] !== true && values.print !== true;
    return forEachSkill(positionals, context, async (skill) => {
      const outcome = await stitchDirectory(skill, { layers, write, backup: values.backup === true });
      report(skill.label, outcome, { print: values.print === true }, context);
      return outcome.state === "refused" ? EXIT.found : EXIT.ok;
    });
  },
};

function report(
  label: string,
  outcome: StitchOutcome,
  { print }: { print: boolean },
  { stdout, stderr }: CommandContext,
): void {
  const hasText = "text" in outcome;
  if (print && hasText) stdout.write(outcome.text);
  else
    printLine(
      hasText ? stdout : stderr,
      `${label}: ${hasText ? outcome.state : `${outcome.state}: ${outcome.reason}`}`,
    );
  if (hasText && outcome.stale) {
    printLine(stderr, `${label}: stale: the experience was gathered on another version of the source`);
  }
}
