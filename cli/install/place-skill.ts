import { randomBytes } from "node:crypto";
import { lstat, mkdir, realpath, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { SkillPackage } from "@/lib/package";
import { InputError } from "../command";
import { unreadable } from "../read-input";
import { isInside } from "./is-inside";
import { unpackInto } from "../unpack-into";

/**
 * Puts a package into `<project>/<folder>/<name>`, in the place of what is there. Neither the folder nor the skill may
 * be a link that leads out of the project: a project's own files are not to be trusted with where things are written.
 *
 * @throws InputError when it cannot be written.
 */
export async function placeSkill(
  cwd: string,
  folder: string,
  name: string,
  skill: SkillPackage,
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
    if (there) await rename(target, old);
    try {
      await unpackInto(target, skill);
    } catch (error) {
      if (there) await rename(old, target);
      throw error;
    }
    await rm(old, { recursive: true, force: true });
  } catch (error) {
    throw unreadable(label, error);
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
