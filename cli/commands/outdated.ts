import path from "node:path";
import { createMarketClient, MarketError } from "@/client";
import { EXIT, type Command } from "../command";
import { LOCK_FILE, readLock } from "../install/lock-file";
import { ask } from "../install/market";
import { findOtherPublisher, type Offered } from "../install/other-publisher";
import { parseOptions } from "../parse-options";
import { printLine } from "../print-line";

const help = `Usage: emporion outdated [options]

Asks the markets of ${LOCK_FILE} for the newest versions and names the skills
that are not the newest, whose newest version another publisher has published, and
those a market no longer offers. Nothing is changed; emporion add NAME installs the
newest version.

  --dir DIRECTORY   the project; the current directory if left out

Exit code: 0 all are the newest, 1 one is not, 2 wrong usage, 3 there is no lock file,
or a market gives no answer.`;

/** What a market says of a skill that it does not give out any more. */
const GONE = new Set(["SKILL_NOT_FOUND", "SKILL_QUARANTINED", "VERSION_NOT_FOUND"]);

const OPTIONS = { dir: { type: "string" } } as const;

/** `emporion outdated`. */
export const command: Command = {
  help,
  async run(args, { cwd, stdout }) {
    const { values } = parseOptions(args, OPTIONS, { min: 0, max: 0, name: "argument" });
    const { skills } = await readLock(path.resolve(cwd, values.dir ?? ""), { required: true });
    let isOutdated = false;
    for (const [name, locked] of Object.entries(skills)) {
      const { market, version } = locked;
      const newest = await ask(findNewest(market, name));
      if (newest?.version === version) continue;
      isOutdated = true;
      printLine(stdout, `${name} ${version} -> ${newest?.version ?? "no longer on the market"}`);
      const other = newest && findOtherPublisher(locked, newest);
      if (other) printLine(stdout, `${name}: ${other}`);
    }
    return isOutdated ? EXIT.found : EXIT.ok;
  },
};

async function findNewest(market: string, name: string): Promise<Offered | null> {
  try {
    const { version, version_publisher: publisher = null } = await createMarketClient({ market }).details(
      name,
    );
    return { market, version, publisher };
  } catch (error) {
    if (error instanceof MarketError && GONE.has(error.code)) return null;
    throw error;
  }
}
