import path from "node:path";
import { discoverSkills, listAvailableSkills, readSkillRecord, type SkillRecord } from "@/lib/skill-format";
import { EXIT, type Command, type CommandContext } from "../command";
import { diskTree } from "../disk-tree";
import { describeSameName, openSkills, skillFileOf } from "../open-skills";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";

const help = `Usage: emporion to-prompt PATH... [--no-location]

Prints the <available_skills> XML that tells a model which skills there are: name
and description of each, and the absolute path of its SKILL.md.

PATH is a skill's directory, its SKILL.md, or a directory that holds skills. Of
two skills with one name the first is listed, and both are named on stderr. A
skill without readable name or description is left out and named there too.

  --no-location     for agents that reach skills through tools, not files

Exit code: 0 all were listed, 1 one was left out, 2 wrong usage, 3 a path cannot
be read.`;

/** `emporion to-prompt`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(
      args,
      { "no-location": { type: "boolean" } },
      { min: 1, name: "PATH" },
    );
    const { records, code } = await collect(positionals, context);
    const absolute = records.map((record) => ({
      ...record,
      location: path.resolve(context.cwd, record.location),
    }));
    context.stdout.write(listAvailableSkills(absolute, { withLocation: values["no-location"] !== true }));
    return code;
  },
};

async function collect(
  paths: readonly string[],
  { cwd, stderr }: CommandContext,
): Promise<{ records: SkillRecord[]; code: number }> {
  const records = new Map<string, SkillRecord>();
  let code: number = EXIT.ok;
  const leaveOut = (label: string, reason: string, exit: number): void => {
    printLine(stderr, `${label}: ${reason}`);
    code = Math.max(code, exit);
  };
  for (const given of paths) {
    for (const found of await findRecords(given, cwd)) {
      if ("reason" in found) {
        leaveOut(found.label, found.reason, found.exit);
        continue;
      }
      const first = records.get(found.name);
      if (first === undefined) records.set(found.name, found);
      else if (path.resolve(cwd, first.location) !== path.resolve(cwd, found.location))
        leaveOut(
          found.location,
          `${describeSameName(found.name, first.location)}; this one is left out`,
          EXIT.found,
        );
    }
  }
  return { records: [...records.values()], code };
}

type Found = SkillRecord | { label: string; reason: string; exit: number };

async function findRecords(given: string, cwd: string): Promise<Found[]> {
  const discovery = await discoverSkills([given], diskTree(cwd));
  const problems = discovery.problems.map(({ location, findings }) => ({
    label: location,
    reason: findings.map(({ path: at, message }) => `${at}: ${message}`).join("; "),
    exit: EXIT.found,
  }));
  const found = [...discovery.records, ...discovery.shadowed, ...problems];
  return found.length > 0 ? found : openSingle(given, cwd);
}

/** A path that is no directory of skills: a SKILL.md, or nothing at all. */
async function openSingle(given: string, cwd: string): Promise<Found[]> {
  const found: Found[] = [];
  for await (const opening of openSkills([given], cwd)) {
    if (!opening.ok) {
      found.push({ label: opening.label, reason: opening.reason, exit: EXIT.input });
      continue;
    }
    const { files, directory } = opening.skill;
    const source = files.get("SKILL.md") ?? files.get("skill.md");
    if (source === undefined) continue; // a directory without skills is an empty list
    const location = directory === undefined ? given : skillFileOf(opening.skill);
    const reading = readSkillRecord(source, location);
    const reason = reading.findings.map(({ message }) => message).join("; ");
    found.push(reading.ok ? reading.record : { label: given, reason, exit: EXIT.found });
  }
  return found;
}
