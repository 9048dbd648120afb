import path from "node:path";
import { createMarketClient } from "@/client";
import type { SkillPackage } from "@/lib/package";
import { EXIT, type Command } from "../command";
import { findProject } from "../install/find-project";
import { LOCK_FILE, readLock, type LockedSkill } from "../install/lock-file";
import { ask } from "../install/market";
import { placeSkill } from "../install/place-skill";
import { whileAlone } from "../install/while-alone";
import { parseOptions } from "../parse-options";
import { printLine } from "../print-line";

const help = `Usage: emporion ci [options]

Installs exactly what ${LOCK_FILE} says, for build machines and for everyone
who works on the project: the same versions, and the same bytes, or nothing. What is
installed is replaced. The lock file is never changed.

  --dir DIRECTORY   the project; the nearest one upwards that has the lock file, if left
                    out

Exit code: 0 installed, 2 wrong usage, 3 there is no lock file, a market refuses or
sends other bytes, or a folder cannot be written.`;

const OPTIONS = { dir: { type: "string" } } as const;

/** `emporion ci`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values } = parseOptions(args, OPTIONS, { min: 0, max: 0, name: "argument" });
    const cwd = values.dir === undefined ? await findProject(context) : path.resolve(context.cwd, values.dir);
    const { skills } = await readLock(cwd, { required: true });
    const found: { name: string; locked: LockedSkill; skill: SkillPackage }[] = [];
    // All are fetched before one is written: a project is installed whole or stays as it was.
    for (const [name, locked] of Object.entries(skills)) {
      const { market, version, packageDigest: digest } = locked;
      // Without the user's key: the project chose this market, not they.
      const { package: skill } = await ask(
        createMarketClient({ market }).download(name, { version, digest }),
      );
      found.push({ name, locked, skill });
    }
    return whileAlone(cwd, async () => {
      for (const { name, locked, skill } of found) {
        for (const folder of locked.folders) await placeSkill(cwd, folder, name, skill);
        printLine(context.stdout, `${name} ${locked.version} -> ${locked.folders.join(", ")}`);
      }
      return EXIT.ok;
    });
  },
};
