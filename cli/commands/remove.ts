import { EXIT, type Command } from "../command";
import { findChanges } from "../install/find-changes";
import { findProject } from "../install/find-project";
import { LOCK_FILE, readLock, writeLock } from "../install/lock-file";
import { removeSkill } from "../install/remove-skill";
import { whileAlone } from "../install/while-alone";
import { parseOptions } from "../parse-options";
import { printLine } from "../print-line";

const help = `Usage: emporion remove SKILL... [options]

Removes installed skills from the folders of this project and from ${LOCK_FILE}.
Only what was installed is removed: a skill with files that were changed or added here
stays, unless it is forced, and so do folders that the lock file does not name.

  --force           remove a skill although its files were changed here

Exit code: 0 removed, 1 a skill is not installed, or was changed here, 2 wrong usage,
3 there is no lock file, or a folder cannot be removed. Of several skills all are
removed, or none.`;

const OPTIONS = { force: { type: "boolean" } } as const;

/** `emporion remove`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, name: "SKILL" });
    const { stdout, stderr } = context;
    const project = await findProject(context);
    return whileAlone(project, async () => {
      const lock = await readLock(project, { required: true });
      const removed = [];
      for (const name of new Set(positionals)) {
        const locked = lock.skills[name];
        if (locked === undefined) {
          printLine(stderr, `${name}: is not installed here; emporion list names what is`);
          return EXIT.found;
        }
        const changed = values.force === true ? [] : await findChanges(project, name, locked);
        if (changed.length > 0) {
          for (const line of changed) printLine(stderr, line);
          printLine(stderr, `${name}: was changed locally; --force removes it`);
          return EXIT.found;
        }
        removed.push({ name, locked });
      }
      for (const { name, locked } of removed) {
        for (const folder of locked.folders) await removeSkill(project, folder, name);
        delete lock.skills[name];
        printLine(stdout, `${name} ${locked.version} removed from ${locked.folders.join(", ")}`);
      }
      await writeLock(project, lock);
      return EXIT.ok;
    });
  },
};
