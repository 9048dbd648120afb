import fs from "node:fs";
import path from "node:path";
import type { BenchSkill } from "./corpus";

/** Writes a skill below a directory; gives its own. */
export function writeSkill({ dir, files }: BenchSkill, base: string): string {
  const directory = path.join(base, dir);
  for (const [name, text] of files) {
    const file = path.join(directory, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  return directory;
}
