import { lstat, rm } from "node:fs/promises";
import path from "node:path";
import { unreadable } from "../read-input";
import { assertInside } from "./place-skill";

/**
 * Removes `<project>/<folder>/<name>`, if it is there. A link is removed itself, not what it leads to.
 *
 * @throws InputError when it cannot be removed, or lies outside the project by a link.
 */
export async function removeSkill(project: string, folder: string, name: string): Promise<void> {
  const target = path.join(project, folder, name);
  try {
    await assertInside(project, folder);
    const there = await lstat(target).catch(() => null);
    if (there !== null) await rm(target, { recursive: true });
  } catch (error) {
    throw unreadable(`${folder}/${name}`, error);
  }
}
