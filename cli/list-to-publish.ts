import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { findSkills } from "@/lib/skill-format";
import { InputError } from "./command";
import { diskTree } from "./disk-tree";
import { readLock } from "./install/lock-file";
import type { LeftOut } from "./read-directory";

export interface ToPublish {
  /** The path of each skill, as it is called. */
  skills: string[];
  /** What looks like one and is not published with the others. */
  leftOut: LeftOut[];
}

/**
 * The skills that a path stands for: a directory without SKILL.md is a repository, whose skills are all found. Those in a
 * hidden folder, where agents read them, and those that the lock file says were installed are not meant: their author
 * names them. Anything else is one skill. @throws InputError where all are left out
 */
export async function listToPublish(given: string, cwd: string): Promise<ToPublish> {
  const root = path.resolve(cwd, given);
  const isOne = ["SKILL.md", "skill.md"].some((name) => existsSync(path.join(root, name)));
  if (isOne || !existsSync(root) || !statSync(root).isDirectory()) return { skills: [given], leftOut: [] };
  const { skills: locked } = await readLock(root);
  const installed = new Set(
    Object.entries(locked).flatMap(([name, { folders }]) => folders.map((folder) => `${folder}/${name}`)),
  );
  const found: ToPublish = { skills: [], leftOut: [] };
  for await (const { directory } of findSkills([given], diskTree(cwd))) {
    const file = path.relative(root, path.resolve(cwd, directory)).split(path.sep).join("/");
    if (installed.has(file)) found.leftOut.push({ file, reason: "was installed here, and is another's" });
    else if (/(?:^|\/)\./.test(file))
      found.leftOut.push({ file, reason: "is in a hidden folder; name it to publish it" });
    else found.skills.push(directory);
  }
  if (found.skills.length > 0) return found;
  const [other] = found.leftOut;
  if (other === undefined) return { ...found, skills: [given] }; // to be told that there is no SKILL.md
  throw new InputError(`${given}: holds no skill to publish; ${other.file} ${other.reason}`);
}
