import { lstat, rm } from "node:fs/promises";
import path from "node:path";
import { EXIT, type Command } from "../command";
import { findChanges } from "../install/compare-installed";
import { findPlace, whileAlone } from "../install/find-project";
import { LOCK_FILE, readLock, writeLock } from "../install/lock-file";
import { releaseBytes } from "../install/git-attributes";
import { keepAll } from "../install/carry-experience";
import { readOwnExperience } from "../install/own-experience";
import { assertInside, endInterrupted } from "../install/place-skill";
import { keepBeside } from "../install/place-with-experience";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";
import { unreadable } from "../read-input";

const help = `Usage: emporion remove SKILL... [options]

Removes installed skills from the folders of this project and from ${LOCK_FILE}.
Only what was installed is removed: a skill with files that were changed or added here
stays, unless it is forced, and so do folders that the lock file does not name. What a
skill has learned here, its evolution.json and its stitched section, is kept in files
beside its folder, which are named. What tools have left behind goes with the skill, and
so does its line in the .gitattributes beside it.

  --force           remove a skill although its files were changed here
  --global          what is installed for all projects of the user

Exit code: 0 removed, 1 a skill is not installed, or was changed here, 2 wrong usage,
3 there is no lock file, or a folder cannot be removed. Of several skills all are
removed, or none.`;

const OPTIONS = { force: { type: "boolean" }, global: { type: "boolean" } } as const;

/** `emporion remove`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, name: "SKILL" });
    const { stdout, stderr } = context;
    const project = await findPlace({ global: values.global }, context);
    return whileAlone(project, async () => {
      const lock = await readLock(project, { required: true });
      const removed = [];
      for (const name of new Set(positionals)) {
        const locked = lock.skills[name];
        if (locked === undefined) {
          printLine(stderr, `${name}: is not installed here; emporion list names what is`);
          return EXIT.found;
        }
        for (const folder of locked.folders) await endInterrupted(project, folder, name);
        const changed = values.force === true ? [] : await findChanges(project, name, locked);
        if (changed.length > 0) {
          for (const line of changed) printLine(stderr, line);
          printLine(stderr, `${name}: was changed locally; --force removes it`);
          return EXIT.found;
        }
        removed.push({ name, locked });
      }
      for (const { name, locked } of removed) {
        const kept: string[] = [];
        for (const folder of locked.folders) {
          await assertInside(project, folder);
          const own = await readOwnExperience(path.join(project, folder, name), locked);
          const place = { cwd: project, folder, name, clock: context.clock };
          kept.push(...(await keepBeside(place, keepAll(own))));
          await removeSkill(project, folder, name);
          kept.push(...(await releaseBytes(place)));
        }
        delete lock.skills[name];
        printLine(stdout, `${name} ${locked.version} removed from ${locked.folders.join(", ")}`);
        for (const line of kept) printLine(stdout, `${name}: ${line}`);
      }
      await writeLock(project, lock);
      return EXIT.ok;
    });
  },
};

/**
 * Removes `<project>/<folder>/<name>`, if it is there. A link is removed itself, not what it leads to.
 *
 * @throws InputError when it cannot be removed, or lies outside the project by a link.
 */
async function removeSkill(project: string, folder: string, name: string): Promise<void> {
  const target = path.join(project, folder, name);
  try {
    await assertInside(project, folder);
    const there = await lstat(target).catch(() => null);
    if (there !== null) await rm(target, { recursive: true });
  } catch (error) {
    throw unreadable(`${folder}/${name}`, error);
  }
}
