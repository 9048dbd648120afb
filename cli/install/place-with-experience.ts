import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { SkillPackage } from "@/lib/package";
import type { Clock } from "@/lib/kernel/clock";
import { InputError } from "../command";
import { unreadable } from "../read-input";
import { carryExperience, keepAll, type Dated } from "./carry-experience";
import type { LockedSkill } from "./lock-file";
import { readOwnExperience, type OwnExperience } from "./own-experience";
import { assertInside, placeSkill } from "./place-skill";

interface Place {
  /** The project. */
  cwd: string;
  folder: string;
  name: string;
  clock: Clock;
}

/**
 * Puts a package into its folder with the user's experience in it, and says what came from whom, a line each. What has
 * no place there, and with `copies` all of it, is kept in files beside the folder first.
 *
 * @throws InputError when something cannot be read or written, or when the experience was changed in the meantime.
 */
export async function placeWithExperience(
  place: Place,
  skill: SkillPackage,
  { replaced, copies }: { replaced: LockedSkill | undefined; copies: boolean },
): Promise<string[]> {
  const { cwd, folder, name } = place;
  await assertInside(cwd, folder);
  const own = await readOwnExperience(path.join(cwd, folder, name), replaced);
  const carried = carryExperience(own, skill, replaced);
  const kept = await keepBeside(place, copies ? keepAll(own) : carried.kept);
  const check = async (old: string) => {
    if (!isSame(await readOwnExperience(old, replaced), own))
      throw new InputError(`${folder}/${name}: its experience was changed in the meantime; run this again`);
  };
  await placeSkill({ cwd, folder, name, check }, carried);
  return [...carried.lines, ...kept].map((line) => `${folder}/${name}: ${line}`);
}

/**
 * Writes the user's experience into files beside the skill's folder, whose names have the skill's and the time, and
 * names them, a line each. A file that is there is never overwritten. @throws InputError
 */
export async function keepBeside(
  { cwd, folder, name, clock }: Place,
  kept: readonly Dated[],
): Promise<string[]> {
  const lines: string[] = [];
  for (const { ending, bytes } of kept) {
    const stem = `${name}.${clock.now().toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
    const file = await writeNew(path.join(cwd, folder), [stem, ending], bytes);
    lines.push(`your own experience is kept in ${folder}/${file}`);
  }
  return lines;
}

const MAX_TRIES = 1_000;

async function writeNew(directory: string, [stem, ending]: [string, string], bytes: Buffer): Promise<string> {
  for (let count = 1; ; count += 1) {
    const file = `${stem}${count === 1 ? "" : `-${count}`}.${ending}`;
    try {
      await writeFile(path.join(directory, file), bytes, { flag: "wx", flush: true });
      return file;
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === "EEXIST";
      if (!isTaken || count === MAX_TRIES) throw unreadable(file, error);
    }
  }
}

const isSame = (left: OwnExperience, right: OwnExperience): boolean =>
  JSON.stringify(left) === JSON.stringify(right);
