import { EVOLUTION_FILE } from "@/lib/skill-format";
import { EXIT, type Command, type CommandContext } from "../command";
import { openSkills } from "../open-skills";
import { parseOptions } from "../parse-options";
import { printLine, startProgress } from "../print";
import { readLayer, stitchDirectory, type StitchOutcome, type StitchSettings } from "../stitch-directory";

const help = `Usage: emporion align ROOT... [options]

Stitches every skill below the roots that has an evolution.json, for example after
git or another installer has replaced their SKILL.md files. One that fails stops no
other. Skills whose experience was gathered on another version of the source are named
as stale.

  --check           write nothing; exit code 1 when a file would change
  --upstream FILE   as for stitch
  --global FILE     as for stitch
  --backup          keep each old file as SKILL.md.bak
  --verbose         name unchanged skills too

Exit code: 0 everything is aligned, 1 a skill was refused, or would change under
--check, 2 wrong usage, 3 a path cannot be read or written.`;

const OPTIONS = {
  check: { type: "boolean" },
  upstream: { type: "string" },
  global: { type: "string" },
  backup: { type: "boolean" },
  verbose: { type: "boolean" },
} as const;

/** `emporion align`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, name: "ROOT" });
    const files = [values.upstream, values.global].filter((file) => file !== undefined);
    const layers = await Promise.all(files.map((file) => readLayer(file, context)));
    const settings = { layers, write: values.check !== true, backup: values.backup === true };
    return alignAll(positionals, { settings, verbose: values.verbose === true }, context);
  },
};

async function alignAll(
  roots: readonly string[],
  { settings, verbose }: { settings: StitchSettings; verbose: boolean },
  { stdout, stderr, cwd }: CommandContext,
): Promise<number> {
  const progress = startProgress(stderr, "skills looked at");
  const counts = { stitched: 0, unchanged: 0, off: 0, refused: 0, stale: 0 };
  let code: number = EXIT.ok;
  for await (const opening of openSkills(roots, cwd)) {
    progress.tick();
    if (opening.ok && !opening.skill.files.has(EVOLUTION_FILE)) continue;
    progress.clear();
    const outcome = opening.ok ? await attempt(() => stitchDirectory(opening.skill, settings)) : null;
    const label = opening.ok ? opening.skill.label : opening.label;
    if (outcome === null || "error" in outcome) {
      printLine(stderr, `${label}: ${outcome?.error ?? (opening.ok ? "" : opening.reason)}`);
      code = EXIT.input;
      continue;
    }
    counts[outcome.state] += 1;
    if ("stale" in outcome && outcome.stale) {
      counts.stale += 1;
      printLine(stderr, `${label}: stale: the experience was gathered on another version of the source`);
    }
    if (outcome.state === "refused") printLine(stderr, `${label}: refused: ${outcome.reason}`);
    else if (outcome.state === "stitched" || verbose)
      printLine(stdout, `${label}: ${nameState(outcome, settings)}`);
    const isOff = outcome.state === "refused" || (outcome.state === "stitched" && !settings.write);
    if (isOff) code = Math.max(code, EXIT.found);
  }
  progress.clear();
  const { stitched, unchanged, off, refused, stale } = counts;
  const verb = settings.write ? "stitched" : "would change";
  printLine(
    stderr,
    `${stitched} ${verb}, ${unchanged} unchanged, ${off} off, ${refused} refused, ${stale} stale`,
  );
  return code;
}

function nameState({ state }: StitchOutcome, { write }: StitchSettings): string {
  return state === "stitched" && !write ? "would change" : state;
}

/** A file that cannot be written is one skill's trouble. */
async function attempt(work: () => Promise<StitchOutcome>): Promise<StitchOutcome | { error: string }> {
  try {
    return await work();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
