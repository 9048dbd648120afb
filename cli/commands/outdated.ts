import path from "node:path";
import { createMarketClient, MarketError, type FoundSkill } from "@/client";
import { isPrerelease } from "@/lib/skill-format";
import { EXIT, type Command } from "../command";
import { describeWarnings } from "../install/before-install";
import { findExperience } from "../install/compare-installed";
import { findProject } from "../install/find-project";
import { LOCK_FILE, readLock } from "../install/lock-file";
import { ask } from "../install/market";
import { findOtherPublisher, type Offered } from "../install/other-publisher";
import { parseOptions } from "../parse-options";
import { findPolicies, listRefusals, POLICY_HELP, POLICY_OPTION } from "../policy/find-policies";
import { printLine } from "../print";

const help = `Usage: emporion outdated [options]

Asks the markets of ${LOCK_FILE} for the newest versions and names the skills
that are not the newest, whose newest version another publisher has published, those a
market no longer offers, and installed versions that were withdrawn or are challenged.
Nothing is changed; emporion add NAME installs the newest release, and NAME@next a
pre-release above it, which is named here only where a pre-release is installed.

${POLICY_HELP}
Both the installed and the newest version are judged.

  --dir DIRECTORY   the project; the nearest one upwards that has the lock file, if left
                    out
  --policy FILE     a policy that holds too; may be given several times

Exit code: 0 all are the newest, 1 one is not, or it was withdrawn, a challenge of it
upheld, or a policy refuses it, 2 wrong usage, 3 there is no lock file, a policy cannot
be read, or a market gives no answer.`;

/** What a market says of a skill that it does not give out any more. */
const GONE = new Set(["SKILL_NOT_FOUND", "SKILL_QUARANTINED", "VERSION_NOT_FOUND"]);

const OPTIONS = { dir: { type: "string" }, ...POLICY_OPTION } as const;

/** `emporion outdated`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { cwd, stdout, clock } = context;
    const { values } = parseOptions(args, OPTIONS, { min: 0, max: 0, name: "argument" });
    const project = values.dir === undefined ? await findProject(context) : path.resolve(cwd, values.dir);
    const { skills } = await readLock(project, { required: true });
    const policies = await findPolicies(project, values.policy ?? [], context);
    let isWanting = false;
    for (const [name, locked] of Object.entries(skills)) {
      const { market, version } = locked;
      const newest = await ask(findNewest(market, name, version));
      const installed = newest?.version === version ? newest : await ask(findDetails(market, name, version));
      for (const line of installed ? describeWarnings(installed, market) : []) printLine(stdout, line);
      const judged = newest?.version === version ? [installed] : [installed, newest];
      const refusals = judged.flatMap((each) => (each ? listRefusals(policies, each, clock.now()) : []));
      for (const line of refusals) printLine(stdout, line);
      if (refusals.length > 0) isWanting = true;
      if (installed?.withdrawn || installed?.challenges?.upheld) isWanting = true;
      // A skill whose versions are all withdrawn is still described, by the last of them.
      const offered = newest?.withdrawn ? undefined : newest?.version;
      if (offered === version) continue;
      isWanting = true;
      printLine(stdout, `${name} ${version} -> ${offered ?? "no longer on the market"}`);
      const tag = offered && isPrerelease(offered) && newest?.is_latest !== true ? "@next" : "";
      if (offered && (tag || installed?.withdrawn))
        printLine(stdout, `${name}: emporion add ${name}${tag} installs ${offered}`);
      if (!offered && installed?.withdrawn)
        printLine(stdout, `${name}: no version is offered; emporion remove ${name} removes it`);
      if (offered && (await findExperience(project, name, locked)).length > 0)
        printLine(stdout, `${name}: the update keeps your own experience`);
      const other = newest && offered && findOtherPublisher(locked, toOffered(newest, market));
      if (other) printLine(stdout, `${name}: ${other}`);
    }
    return isWanting ? EXIT.found : EXIT.ok;
  },
};

const toOffered = (
  { version, version_publisher: publisher = null }: FoundSkill,
  market: string,
): Offered => ({
  market,
  version,
  publisher,
});

/** The latest version; for who has a pre-release of their own choice, the highest pre-release if it is above that. */
async function findNewest(market: string, name: string, installed: string): Promise<FoundSkill | null> {
  const next = isPrerelease(installed) ? await findDetails(market, name, "next") : null;
  return next ?? findDetails(market, name); // not every market knows the tag `next`
}

/** The latest version, or the one that is named; null when the market does not give it out any more. */
async function findDetails(market: string, name: string, version?: string): Promise<FoundSkill | null> {
  try {
    return await createMarketClient({ market }).details(name, version);
  } catch (error) {
    if (error instanceof MarketError && GONE.has(error.code)) return null;
    throw error;
  }
}
