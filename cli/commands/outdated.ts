import type { FoundSkill } from "@/client";
import { isPrerelease } from "@/lib/skill-format";
import { EXIT, type Command } from "../command";
import { describeWarnings } from "../install/before-install";
import { findExperience } from "../install/compare-installed";
import { findPlace } from "../install/find-project";
import { LOCK_FILE, readLock } from "../install/lock-file";
import { ask, openNamed } from "../install/market";
import { findDetails, findNewest } from "../install/newest";
import { findOtherPublisher, type Offered } from "../install/other-publisher";
import { parseOptions } from "../parse-options";
import { findPolicies, listRefusals, POLICY_HELP, POLICY_OPTION } from "../policy/find-policies";
import { printLine } from "../print";

const help = `Usage: emporion outdated [options]

Asks the markets of ${LOCK_FILE} for the newest versions and names the skills
that are not the newest, whose newest version another publisher has published, those a
market no longer offers, and installed versions that were withdrawn or are challenged.
Nothing is changed; emporion update installs the newest release, and add NAME@next a
pre-release above it, which is named here only where a pre-release is installed.

${POLICY_HELP}
Both the installed and the newest version are judged.

  --dir DIRECTORY   the project; the nearest one upwards that has the lock file, if left
                    out
  --global          what is installed for all projects of the user
  --policy FILE     a policy that holds too; may be given several times

Exit code: 0 all are the newest, 1 one is not, or it was withdrawn, a challenge of it
upheld, or a policy refuses it, 2 wrong usage, 3 there is no lock file, a policy cannot
be read, or a market gives no answer.`;

const OPTIONS = { dir: { type: "string" }, global: { type: "boolean" }, ...POLICY_OPTION } as const;

/** `emporion outdated`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { stdout, clock } = context;
    const { values } = parseOptions(args, OPTIONS, { min: 0, max: 0, name: "argument" });
    const project = await findPlace(values, context);
    const { skills } = await readLock(project, { required: true });
    const policies = await findPolicies(project, values.policy ?? [], context);
    let isWanting = false;
    for (const [name, locked] of Object.entries(skills)) {
      const { market, version } = locked;
      const client = openNamed(market, context);
      const newest = await ask(findNewest(client, name, version));
      const installed = newest?.version === version ? newest : await ask(findDetails(client, name, version));
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
