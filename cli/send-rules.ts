import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import ignore, { type Ignore } from "ignore";
import { InputError } from "./command";
import { readCheckedFile } from "./files";

/** What a skill's author does not want to send; its patterns are those of `.gitignore`, and come after them. */
const OWN_IGNORE_FILE = ".emporionignore";
const GIT_IGNORE_FILE = ".gitignore";

const MAX_BYTES = 256 * 1024;

interface Rule {
  /** How a path in the skill reads from where the patterns stand; null for one that is not below. */
  from: (file: string) => string | null;
  patterns: Ignore;
}

/** Which files of a skill's directory its author does not want to send. */
export class SendRules {
  private readonly rules: Rule[] = [];

  /** With the patterns of the directories above, up to that of the repository. */
  constructor(directory: string) {
    const above: string[] = [];
    let place = path.resolve(directory);
    while (!existsSync(path.join(place, ".git"))) {
      const parent = path.dirname(place);
      if (parent === place) return; // no repository, so nothing above is about this skill
      above.unshift(parent);
      place = parent;
    }
    for (const parent of above) {
      const inside = `${path.relative(parent, path.resolve(directory)).split(path.sep).join("/")}/`;
      const patterns = readPatterns(parent, readdirSync(parent));
      // A skill that is built into a folder which is ignored as a whole is still a skill.
      if (patterns && !patterns.ignores(inside)) this.rules.push({ from: (file) => inside + file, patterns });
    }
  }

  /** Adds the patterns of one directory of the skill; `prefix` is its path there, with a slash at its end. */
  enter(place: string, prefix: string, names: Iterable<string>): void {
    const patterns = readPatterns(place, names);
    if (patterns === null) return;
    const from = (file: string) => (file.startsWith(prefix) ? file.slice(prefix.length) : null);
    this.rules.push({ from, patterns });
  }

  /** Whether a file is left out; a directory has a slash at its end. `SKILL.md` is always sent. */
  leavesOut(file: string): boolean {
    if (file === "SKILL.md") return false;
    let isIgnored = false;
    for (const { from, patterns } of this.rules) {
      const asked = from(file);
      if (asked === null) continue;
      const { ignored, unignored } = patterns.test(asked);
      isIgnored = ignored || (isIgnored && !unignored);
    }
    return isIgnored;
  }
}

function readPatterns(place: string, names: Iterable<string>): Ignore | null {
  const there = new Set(names);
  const files = [GIT_IGNORE_FILE, OWN_IGNORE_FILE].filter((name) => there.has(name));
  if (files.length === 0) return null;
  const patterns = ignore();
  for (const name of files) {
    const bytes = readCheckedFile(path.join(place, name), MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) throw new InputError(`${path.join(place, name)}: is too large`);
    patterns.add(typeof bytes === "string" ? bytes : Buffer.from(bytes).toString());
  }
  return patterns;
}
