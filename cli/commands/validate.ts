import {
  CHECK_PROFILES,
  isCheckProfile,
  readSkillRecord,
  type CheckProfile,
  type SkillFiles,
  checkPluginManifest,
} from "@/lib/skill-format";
import { EXIT, UsageError, type Command, type CommandContext, type Output } from "../command";
import { describeSameName, openSkills } from "../open-skills";
import { chooseOption, parseOptions } from "../parse-options";
import { CHECK_PRINTERS, type CheckSettings } from "../print-check";
import { printLine, startProgress, type Progress, printJson } from "../print";
import { PLUGIN_MANIFEST, type PluginPackage } from "@/lib/package";
import { asOpened } from "../open-package";
import { openPlugin } from "../open-plugin";

const help = `Usage: emporion validate PATH... [options]

Checks skills against the rules of their formats and says, line by line, what is
wrong, where, and what would be right.

PATH is a skill's directory, its SKILL.md, a .skill archive, or a directory that
holds skills at any depth; any other file is read as a SKILL.md on its own. Of a
plugin (plugin.json and skills/NAME, as a directory or an archive) the manifest is
checked too, by the closed schema of Agent Plugins 1.0.

  --dialect NAME    check against this format; may be given several times. Left
                    out, the file's own list of dialects or its signs decide.
                    One of exo, metadata, usk, vibelife, agent-skills, and
                    agent-skills-upstream (today's reference implementation).
  --format FORMAT   text (default): a verdict for each skill, then its issues
                    json: one JSON object a line: path, valid, dialects, issues
                    metadata: one line for each field, as the validator of Skill
                    Metadata v1.0 prints it, whatever --dialect and --strict say
  --strict          warnings count as errors
  --quiet           nothing about skills that have no errors
  --verbose         remarks too, not only errors and warnings

Every skill is offered as an Agent Skill too. One of another format that breaks
those rules is shown with them ("not as Agent Skills") and still valid, unless
its own list of dialects or --dialect names agent-skills. Two skills below one PATH
that have one name are named: an agent would see one of them.

What its scripts ask for that a market's sandbox lacks (modules, programs, network,
folders) is told as "sandbox"; it makes no skill invalid. Of one with a script, the very
lines are printed that it lacks to be called and priced. What would make a refused skill
an accepted one, emporion publish --fix --dry-run prints.

Exit code: 0 every skill is valid in the formats that count, 1 one is not, or two have
one name, 2 wrong usage, 3 a path cannot be read.`;

const OPTIONS = {
  dialect: { type: "string", multiple: true },
  format: { type: "string" },
  strict: { type: "boolean" },
  quiet: { type: "boolean" },
  verbose: { type: "boolean" },
} as const;

/** `emporion validate`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, name: "PATH" });
    const format = chooseOption("format", values.format, ["text", "json", "metadata"]);
    const settings = {
      dialects: readDialects(values.dialect ?? []),
      strict: values.strict === true,
      quiet: values.quiet === true,
      verbose: values.verbose === true,
      named: positionals.length > 1,
    };
    return validateAll(positionals, { format, settings }, context);
  },
};

async function validateAll(
  paths: readonly string[],
  { format, settings }: { format: keyof typeof CHECK_PRINTERS; settings: CheckSettings },
  { stdout, stderr, cwd }: CommandContext,
): Promise<number> {
  const print = CHECK_PRINTERS[format];
  const progress = startProgress(stderr, "skills checked");
  const counts = { valid: 0, invalid: 0, unreadable: 0 };
  let manifests = true;
  const rest: string[] = [];
  for (const given of paths) {
    const opened = await openPlugin(given, cwd);
    if (opened === null) {
      rest.push(given);
      continue;
    }
    const output = hiding(progress, stdout);
    manifests = printManifest(given, opened.plugin, output, { format, settings }) && manifests;
    for (const skill of opened.plugin.skills) {
      progress.tick();
      const label = `${given}/skills/${skill.rootDirectory ?? ""}`;
      const valid = await print(asOpened(label, skill), { ...settings, named: true }, output);
      counts[valid ? "valid" : "invalid"] += 1;
    }
  }
  let twice = 0;
  for (const given of rest) {
    const names = new Map<string, string>();
    for await (const opening of openSkills([given], cwd)) {
      progress.tick();
      if (!opening.ok) {
        counts.unreadable += 1;
        progress.clear();
        printLine(stderr, `${opening.label}: ${opening.reason}`);
        continue;
      }
      const { label, files } = opening.skill;
      const named = settings.named || label !== paths[0];
      const valid = await print(opening.skill, { ...settings, named }, hiding(progress, stdout));
      counts[valid ? "valid" : "invalid"] += 1;
      const name = findName(files);
      const first = name === null ? undefined : names.get(name);
      if (name !== null && first === undefined) names.set(name, label);
      if (name === null || first === undefined) continue;
      twice += 1;
      progress.clear();
      printLine(stderr, `${label}: ${describeSameName(name, first)}`);
    }
  }
  progress.clear();
  const { valid, invalid, unreadable } = counts;
  if (valid + invalid + unreadable > 1) {
    const rest = unreadable === 0 ? "" : `, ${unreadable} unreadable`;
    printLine(stderr, `${valid + invalid + unreadable} skills: ${valid} valid, ${invalid} invalid${rest}`);
  }
  if (unreadable > 0) return EXIT.input;
  return invalid + twice > 0 || !manifests ? EXIT.found : EXIT.ok;
}

/** The name that a model would be told; null where SKILL.md gives none. */
function findName(files: SkillFiles): string | null {
  const source = files.get("SKILL.md") ?? files.get("skill.md");
  const reading = source === undefined ? null : readSkillRecord(source, "SKILL.md");
  return reading?.ok === true ? reading.record.name : null;
}

/** Prints the verdict on the manifest of a plugin; gives whether it is valid. */
function printManifest(
  label: string,
  { manifest: bytes, skills }: PluginPackage,
  output: Output,
  { format, settings }: { format: keyof typeof CHECK_PRINTERS; settings: CheckSettings },
): boolean {
  const { manifest, issues } = checkPluginManifest(bytes);
  const valid = manifest !== null && (!settings.strict || issues.length === 0);
  if (settings.quiet && valid) return valid;
  const file = `${label}/${PLUGIN_MANIFEST}`;
  if (format === "json") printJson(output, { path: file, valid, issues });
  else {
    printLine(
      output,
      `${valid ? "✔" : "✘"} ${file}: ${valid ? "valid" : "invalid"} as Agent Plugins 1.0; ${skills.length} skills`,
    );
    for (const { severity, path, message, line } of issues)
      printLine(
        output,
        `  ${severity.padEnd(8)} ${path}: ${message}${line === undefined ? "" : ` (line ${line})`}`,
      );
  }
  return valid;
}

/** Takes the progress line away before the first line of a skill. */
function hiding(progress: Progress, output: Output): Output {
  return {
    write(text) {
      progress.clear();
      return output.write(text);
    },
  };
}

function readDialects(names: readonly string[]): CheckProfile[] {
  const unknown = names.find((name) => !isCheckProfile(name));
  if (unknown !== undefined) {
    throw new UsageError(`--dialect is one of ${CHECK_PROFILES.join(", ")}, not ${unknown}`);
  }
  return names.filter(isCheckProfile);
}
