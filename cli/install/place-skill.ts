import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { SkillPackage } from "@/lib/package";
import { InputError } from "../command";
import { unreadable } from "../read-input";
import { unpackInto } from "../files";

/** What a killed command left of the skill that it was replacing, or of the one it was writing. */
const LEFT = /^\.[0-9a-f]{12}\.(old|tmp)$/;

interface Placing {
  /** The project. */
  cwd: string;
  folder: string;
  name: string;
  /** Looks at what is replaced when nobody finds it in its place any more; what it throws puts all back. */
  check?: (old: string) => Promise<void>;
}

/**
 * Puts files into `<project>/<folder>/<name>`, in the place of what is there. Neither the folder nor the skill may be a
 * link that leads out of the project: a project's own files are not to be trusted with where things are written.
 *
 * @throws InputError when it cannot be written.
 */
export async function placeSkill(
  { cwd, folder, name, check }: Placing,
  skill: Pick<SkillPackage, "files">,
): Promise<void> {
  const label = `${folder}/${name}`;
  try {
    const parent = path.join(cwd, folder);
    await assertInside(cwd, folder); // before anything is made there
    await mkdir(parent, { recursive: true });
    const target = path.join(parent, name);
    const there = await lstat(target).catch(() => null);
    if (there && !there.isDirectory()) throw new InputError(`${label}: is a file or a link; remove it first`);
    const old = `${target}.${randomBytes(6).toString("hex")}.old`;
    let isMoved = false;
    const makeWay = async () => {
      if (!there) return;
      await rename(target, old);
      isMoved = true;
      await check?.(old);
    };
    try {
      await unpackInto(target, skill, makeWay);
    } catch (error) {
      if (isMoved) await rename(old, target);
      throw error;
    }
    await rm(old, { recursive: true, force: true });
  } catch (error) {
    throw unreadable(label, error);
  }
}

/**
 * Ends what a killed command had begun: a skill that it had moved aside goes back into its place, and what it left
 * beside a skill that is there is removed. Call it before a skill is looked at, and alone in the project.
 *
 * @throws InputError when the folder leads out of the project by a link.
 */
export async function endInterrupted(cwd: string, folder: string, name: string): Promise<void> {
  const parent = path.join(cwd, folder);
  try {
    await assertInside(cwd, folder);
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
    const left = entries
      .filter((entry) => entry.isDirectory() && entry.name.startsWith(name))
      .map((entry) => ({
        place: path.join(parent, entry.name),
        kind: LEFT.exec(entry.name.slice(name.length))?.[1],
      }));
    const target = path.join(parent, name);
    for (const { place, kind } of left)
      if (kind === "old" && (await lstat(target).catch(() => null)) === null) await rename(place, target);
      else if (kind !== undefined) await rm(place, { recursive: true, force: true });
  } catch (error) {
    throw unreadable(`${folder}/${name}`, error);
  }
}

/** Each part of the folder that is there already. @throws InputError when one leads out of the project by a link. */
export async function assertInside(cwd: string, folder: string): Promise<void> {
  const root = await realpath(cwd);
  let place = cwd;
  for (const part of folder.split("/")) {
    place = path.join(place, part);
    const there = await realpath(place).catch(() => null);
    if (there !== null && !isInside(root, there))
      throw new InputError(`${folder}: leads out of the project by a link`);
  }
}

/**
 * Whether a place is below a directory, by the rules of this system or of the one whose rules are given. Both are
 * absolute and without links.
 */
export function isInside(directory: string, place: string, rules: typeof path.posix = path): boolean {
  const way = rules.relative(directory, place);
  return way !== "" && way !== ".." && !way.startsWith(`..${rules.sep}`) && !rules.isAbsolute(way);
}
