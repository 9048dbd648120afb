import { createMarketClient } from "@/client";
import { executablesDigest, listExecutables, type SkillPackage } from "@/lib/package";
import { EXIT, InputError, type Command } from "../command";
import { describeWithdrawal } from "../install/before-install";
import { findPlace, whileAlone } from "../install/find-project";
import { LOCK_FILE, readLock, type LockedSkill } from "../install/lock-file";
import { ask } from "../install/market";
import { endInterrupted } from "../install/place-skill";
import { placeWithExperience } from "../install/place-with-experience";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";

const help = `Usage: emporion ci [options]

Installs exactly what ${LOCK_FILE} says, for build machines and for everyone
who works on the project: the same versions, and the same bytes, or nothing. What is
installed is replaced; what a skill has learned here is kept, as add keeps it. The lock
file is never changed. A version that its publisher has withdrawn is still installed,
with a warning that gives the reason; one that the market keeps in quarantine is not.

  --dir DIRECTORY   the project; the nearest one upwards that has the lock file, if left
                    out
  --global          what is installed for all projects of the user

Exit code: 0 installed, 2 wrong usage, 3 there is no lock file, a market refuses or
sends other bytes, or a folder cannot be written.`;

const OPTIONS = { dir: { type: "string" }, global: { type: "boolean" } } as const;

/** `emporion ci`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values } = parseOptions(args, OPTIONS, { min: 0, max: 0, name: "argument" });
    const cwd = await findPlace(values, context);
    const { skills } = await readLock(cwd, { required: true });
    const found: { name: string; locked: LockedSkill; skill: SkillPackage }[] = [];
    // All are fetched before one is written: a project is installed whole or stays as it was.
    for (const [name, locked] of Object.entries(skills)) {
      const { market, version, packageDigest: digest } = locked;
      // Without the user's key: the project chose this market, not they.
      const { package: skill, withdrawn } = await ask(
        createMarketClient({ market }).download(name, { version, digest }),
      );
      if (!hasExecutables(skill, locked.executables))
        throw new InputError(`${name} ${version}: other files may be run than ${LOCK_FILE} says`);
      if (withdrawn !== null) printLine(context.stderr, describeWithdrawal(name, version, withdrawn));
      found.push({ name, locked, skill });
    }
    return whileAlone(cwd, async () => {
      for (const { name, locked, skill } of found) {
        const lines: string[] = [];
        for (const folder of locked.folders) {
          await endInterrupted(cwd, folder, name);
          const place = { cwd, folder, name, clock: context.clock };
          lines.push(...(await placeWithExperience(place, skill, { replaced: locked, copies: false })));
        }
        printLine(context.stdout, `${name} ${locked.version} -> ${locked.folders.join(", ")}`);
        for (const line of lines) printLine(context.stdout, line);
      }
      return EXIT.ok;
    });
  },
};

const hasExecutables = ({ files }: SkillPackage, executables: LockedSkill["executables"]) =>
  executables === undefined || executablesDigest(listExecutables(files)) === executablesDigest(executables);
