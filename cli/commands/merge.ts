import path from "node:path";
import {
  checkSkill,
  EVOLUTION_FILE,
  formatEvolution,
  mergeEvolution,
  mergeLayers,
  NO_EVOLUTION,
  readEvolution,
  type Evolution,
} from "@/lib/skill-format";
import { EXIT, InputError, UsageError, type Command, type CommandContext } from "../command";
import { openSkill, type OpenedSkill } from "../open-skills";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";
import { replaceFile } from "../files";
import { describeIssues, readLayer } from "../stitch-directory";

const help = `Usage: emporion merge SKILL FILE... [--print]
       emporion merge --layers FILE...

Adds newly gathered experience to a skill's evolution.json (Skill Metadata v1.0,
section 4). Each FILE has the form of an evolution.json; - is standard input.

Entries are added once each, in order; custom_prompts are replaced by new ones that
are not blank. last_updated becomes the present time in UTC, last_evolved_hash the
skill's source_hash. When nothing is new, nothing is written. Members the format
does not name are kept. A file that is not understood is refused, never replaced.
Run emporion stitch afterwards to bring SKILL.md up to date.

A skill without lifecycle fields, or with evolution_enabled: false, records nothing.

  --print           print the merged file, write nothing
  --layers          print what several layers amount to, farthest first: upstream,
                    global, project. The nearest custom_prompts count.

Exit code: 0 merged or nothing new, 1 the skill records nothing, 2 wrong usage,
3 a file cannot be read, understood or written.`;

/** `emporion merge`. */
export const command: Command = {
  help,
  async run(args, context) {
    const options = { layers: { type: "boolean" }, print: { type: "boolean" } } as const;
    const { values, positionals } = parseOptions(args, options, { min: 1, name: "FILE" });
    if (values.layers === true) {
      const layers = await readLayers(positionals, context);
      context.stdout.write(formatEvolution(mergeLayers(layers)));
      return EXIT.ok;
    }
    const [given = ".", ...files] = positionals;
    if (files.length === 0) throw new UsageError("FILE is missing");
    const skill = await openSkill(given, context.cwd);
    return mergeInto(skill, await readLayers(files, context), { print: values.print === true }, context);
  },
};

/** One after the other: standard input can be read once. */
async function readLayers(files: readonly string[], context: CommandContext): Promise<Evolution[]> {
  const layers: Evolution[] = [];
  for (const file of files) layers.push(await readLayer(file, context));
  return layers;
}

async function mergeInto(
  { label, directory, files }: OpenedSkill,
  additions: readonly Evolution[],
  { print }: { print: boolean },
  { stdout, stderr, clock }: CommandContext,
): Promise<number> {
  if (directory === undefined)
    throw new InputError(`${label}: is not a directory, so nothing can be written there`);
  const { manifest } = checkSkill({ files, dialects: ["metadata"] });
  if (!manifest.evolution.enabled) {
    const hint = manifest.evolution.managed
      ? ""
      : "; version, created_at or evolution_enabled: true would change that";
    printLine(stderr, `${label}: is static and records no experience${hint}`);
    return EXIT.found;
  }
  const source = files.get(EVOLUTION_FILE);
  const existing = source === undefined ? NO_EVOLUTION : readExisting(source, label);
  const stamp = { now: clock.now(), sourceHash: manifest.provenance.sourceHash };
  const merged = additions.reduce((all, addition) => mergeEvolution(all, addition, stamp), existing);
  if (print) stdout.write(formatEvolution(merged));
  else if (merged === existing) printLine(stdout, `${label}: nothing new`);
  else {
    const before = source === undefined ? null : Buffer.from(source);
    await replaceFile(path.join(directory, EVOLUTION_FILE), formatEvolution(merged), before);
    printLine(stdout, `${label}: merged`);
  }
  return EXIT.ok;
}

function readExisting(source: string | Uint8Array, label: string): Evolution {
  const { evolution, findings } = readEvolution(source);
  if (evolution !== undefined) return evolution;
  throw new InputError(`${label}: ${describeIssues(findings)}`);
}
