import type { MarketClient } from "@/client";
import { executablesDigest, listExecutables, type SkillPackage } from "@/lib/package";
import { EXIT, InputError, type Command, type CommandContext } from "../command";
import { describeWithdrawal } from "../install/before-install";
import { findPlace, whileAlone } from "../install/find-project";
import { LOCK_FILE, readLock, type LockedSkill } from "../install/lock-file";
import { ask, openNamed } from "../install/market";
import { endInterrupted } from "../install/place-skill";
import { placeWithExperience } from "../install/place-with-experience";
import { parseOptions } from "../parse-options";
import {
  findPolicies,
  listRefusals,
  POLICY_HELP,
  POLICY_OPTION,
  type HeldPolicy,
} from "../policy/find-policies";
import { printLine } from "../print";

const help = `Usage: emporion ci [options]

Installs exactly what ${LOCK_FILE} says, for build machines and for everyone
who works on the project: the same versions, and the same bytes, or nothing. What is
installed is replaced; what a skill has learned here is kept, as add keeps it. The lock
file is never changed. A version that its publisher has withdrawn is still installed,
with a warning that gives the reason; one that the market keeps in quarantine is not.

${POLICY_HELP}
If a policy refuses one skill, none is installed.

  --dir DIRECTORY   the project; the nearest one upwards that has the lock file, if left
                    out
  --global          what is installed for all projects of the user
  --policy FILE     a policy that holds too; may be given several times

Exit code: 0 installed, 1 a policy refuses a skill, 2 wrong usage, 3 there is no lock
file, a market refuses or sends other bytes, or a file or folder cannot be read or
written.`;

const OPTIONS = { dir: { type: "string" }, global: { type: "boolean" }, ...POLICY_OPTION } as const;

/** `emporion ci`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values } = parseOptions(args, OPTIONS, { min: 0, max: 0, name: "argument" });
    const cwd = await findPlace(values, context);
    const { skills } = await readLock(cwd, { required: true });
    const policies = await findPolicies(cwd, values.policy ?? [], context);
    const found: { name: string; locked: LockedSkill; skill: SkillPackage }[] = [];
    const refusals: string[] = [];
    // All are fetched before one is written: a project is installed whole or stays as it was.
    for (const [name, locked] of Object.entries(skills)) {
      const { market, version, packageDigest: digest } = locked;
      const client = openNamed(market, context);
      const { package: skill, withdrawn } = await ask(client.download(name, { version, digest }));
      if (!hasExecutables(skill, locked.executables))
        throw new InputError(`${name} ${version}: other files may be run than ${LOCK_FILE} says`);
      if (withdrawn !== null) printLine(context.stderr, describeWithdrawal(name, version, withdrawn));
      refusals.push(...(await listRefusalsOf(name, locked, { client, policies, context })));
      found.push({ name, locked, skill });
    }
    for (const line of refusals) printLine(context.stderr, line);
    if (refusals.length > 0) return EXIT.found;
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

/** Why policies refuse what is locked, as its market describes it now. @throws InputError where it describes other bytes. */
async function listRefusalsOf(
  name: string,
  { version, packageDigest }: LockedSkill,
  {
    client,
    policies,
    context,
  }: { client: MarketClient; policies: readonly HeldPolicy[]; context: CommandContext },
): Promise<string[]> {
  if (policies.length === 0) return [];
  const details = await ask(client.details(name, version));
  if (details.package_digest !== packageDigest)
    throw new InputError(`${name} ${version}: the market describes other bytes than ${LOCK_FILE} names`);
  return listRefusals(policies, details, context.clock.now());
}

const hasExecutables = ({ files }: SkillPackage, executables: LockedSkill["executables"]) =>
  executables === undefined || executablesDigest(listExecutables(files)) === executablesDigest(executables);
