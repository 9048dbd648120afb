import path from "node:path";
import { lstat } from "node:fs/promises";
import { listFileDigests } from "@/lib/package";
import { InputError } from "../command";
import { readForPackage } from "../read-directory";
import type { LockedSkill } from "./lock-file";

/** What differs between an installed skill and the lock file, one line each; empty when nothing does. */
export async function compareInstalled(
  cwd: string,
  folder: string,
  name: string,
  { files }: Pick<LockedSkill, "files">,
): Promise<string[]> {
  const label = `${folder}/${name}`;
  const target = path.join(cwd, folder, name);
  const there = await lstat(target).catch(() => null);
  if (!there?.isDirectory()) return [`${label}: is not installed`];
  try {
    const found = new Map(
      listFileDigests(await readForPackage(target, { everything: true })).map((file) => [
        file.path,
        file.sha256,
      ]),
    );
    const changed = Object.entries(files).flatMap(([file, sha256]) => {
      const digest = found.get(file);
      if (digest === sha256) return [];
      return [`${label}/${file}: ${digest === undefined ? "is missing" : "was changed"}`];
    });
    const added = [...found.keys()].filter((file) => !Object.hasOwn(files, file));
    return [...changed, ...added.map((file) => `${label}/${file}: was added`)];
  } catch (error) {
    if (error instanceof InputError) return [error.message];
    throw error;
  }
}
