import { EXIT, UsageError, type Command } from "../command";
import { ask, openAccount } from "../install/market";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";
import { formatLamportsAsSol, MAX_LAMPORTS } from "../../lib/skill-format";

const help = `Usage: emporion price NAME LAMPORTS [options]

Changes what one call of a skill of yours costs, at once and for every version of it; 0
makes it free. Quotes that are open, and calls that were bought, keep their price. Who
bought a call within 30 days is told by mail, and the public log keeps the change. Where
somebody did, a higher price holds a day later: until then it is announced, and what is
printed is the present price; setting that one takes it back. It needs no new version and
no audit. The API key is read from EMPORION_API_KEY; it goes to the market of
EMPORION_MARKET and to no other.

  --market URL       the market; left out: EMPORION_MARKET, else the market that npm
                     took emporion from, else http://127.0.0.1:3000

Exit code: 0 it holds, 2 wrong usage, 3 the market refuses.`;

const OPTIONS = { market: { type: "string" } } as const;

/** `emporion price`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 2, max: 2, name: "NAME LAMPORTS" });
    const [name = "", written = ""] = positionals;
    const lamports = /^\d{1,20}$/.test(written) ? BigInt(written) : null;
    if (lamports === null || lamports > MAX_LAMPORTS)
      throw new UsageError(`a price is a whole number of lamports, 0 to ${MAX_LAMPORTS}`);
    const price = await ask(openAccount(values.market, context).setPrice(name, lamports));
    const cost = price === 0n ? "free" : `${price} lamports (${formatLamportsAsSol(price)} SOL)`;
    printLine(context.stdout, `${name}: price of a call: ${cost}`);
    return EXIT.ok;
  },
};
