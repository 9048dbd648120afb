import type { ReadingRight } from "@/client";
import { EXIT, UsageError, type Command } from "../command";
import { ask, openAccount } from "../install/market";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";

const help = `Usage: emporion readers NAME [options]
       emporion readers NAME --give USER --days N [options]
       emporion readers NAME --token LABEL --days N [options]
       emporion readers NAME --end ID [options]

Lists who may read the files of a skill of yours whose access is not public, lets somebody
read them, or takes that back. A verifier who may read them can also seal a version. A
read token reads this one skill and does nothing else; its text is printed once, and
EMPORION_READ_TOKEN gives it to emporion add, ci and outdated. Each right ends after its
days. You are told of each by mail. The API key is read from EMPORION_API_KEY; it goes to
the market of EMPORION_MARKET and to no other.

  --give USER        lets this account read the skill, for 90 days at most
  --token LABEL      makes a read token and calls it so, for 365 days at most
  --days N           how many days it holds
  --end ID           takes this right back, at once
  --market URL       the market; left out: EMPORION_MARKET, else the market that npm
                     took emporion from, else http://127.0.0.1:3000

Exit code: 0 it is listed or done, 2 wrong usage, 3 the market refuses.`;

const OPTIONS = {
  give: { type: "string" },
  token: { type: "string" },
  days: { type: "string" },
  end: { type: "string" },
  market: { type: "string" },
} as const;

/** `emporion readers`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, max: 1, name: "NAME" });
    const { stdout, stderr } = context;
    const [name = ""] = positionals;
    const { give, token: label, end } = values;
    if ([give, label, end].filter((given) => given !== undefined).length > 1)
      throw new UsageError("--give, --token and --end exclude each other");
    const days = readDays(values.days, give !== undefined || label !== undefined);
    const market = openAccount(values.market, context);
    if (give !== undefined) {
      printLine(stdout, describe(await ask(market.giveReadingRight(name, { username: give, days }))));
    } else if (label !== undefined) {
      const { token, ...right } = await ask(market.makeReadToken(name, { name: label, days }));
      printLine(stdout, token);
      printLine(stderr, `${describe(right)}; shown only once, for EMPORION_READ_TOKEN`);
    } else if (end !== undefined) {
      await ask(market.endReadingRight(name, end));
      printLine(stdout, `${end}: taken back`);
    } else {
      for (const right of await ask(market.readers(name))) printLine(stdout, describe(right));
    }
    return EXIT.ok;
  },
};

/** @throws UsageError where days are missing, are none, or go with nothing. */
function readDays(text: string | undefined, isNeeded: boolean): number {
  if (!isNeeded && text !== undefined) throw new UsageError("--days goes with --give or --token");
  if (isNeeded && (text === undefined || !/^[1-9]\d{0,3}$/.test(text)))
    throw new UsageError("--days is missing: after how many days the right ends, a whole number");
  return Number(text ?? "0");
}

function describe({ id, username, name, expiresAt, lastUsedAt }: ReadingRight): string {
  const whose = username ?? `token ${name}`;
  const used = username === null ? `, ${lastUsedAt === null ? "never used" : `last used ${lastUsedAt}`}` : "";
  return `${id} ${whose}, until ${expiresAt}${used}`;
}
