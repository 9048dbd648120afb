import { EXIT, UsageError, type Command } from "../command";
import { ask, openMarket } from "../install/market";
import { describeAudit } from "@/lib/audits/describe-audit";
import { chooseOption, parseOptions } from "../parse-options";
import { printJson, printLine } from "../print";

const help = `Usage: emporion search [WORD...] [options]

Finds skills of a market, best match first: name, version, price of a call in lamports,
what was audited, description. Where no skill has all of the words, that is said, and of
each skill which words it has nothing of.

  --capability NAME  skills that declare this capability
  --price PRICE      free, paid, or the highest price in lamports
  --limit NUMBER     1 to 100, 20 if left out
  --market URL       the market; left out: EMPORION_MARKET, else the market that npm
                     took emporion from, else http://127.0.0.1:3000
  --format FORMAT    text (default), or json: one JSON object a line

Exit code: 0 something was found, 1 nothing was, 2 wrong usage, 3 the market gives no
answer.`;

const OPTIONS = {
  capability: { type: "string" },
  price: { type: "string" },
  limit: { type: "string" },
  market: { type: "string" },
  format: { type: "string" },
} as const;

/** `emporion search`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 0, name: "WORD" });
    const format = chooseOption("format", values.format, ["text", "json"]);
    const limit = Number(values.limit ?? 20);
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw new UsageError("--limit is 1 to 100");
    const { capability, price } = values;
    if (price !== undefined && !/^(?:free|paid|\d{1,20})$/.test(price))
      throw new UsageError("--price is free, paid, or a whole number of lamports");
    const { skills, answeringAll } = await ask(
      openMarket(values.market, context).search({
        ...(positionals.length === 0 ? {} : { q: positionals.join(" ") }),
        ...(capability === undefined ? {} : { capability }),
        ...(price === undefined ? {} : { price }),
        limit,
      }),
    );
    if (answeringAll === 0 && positionals.length > 0 && skills.length > 0)
      printLine(context.stderr, "no skill has all of these words; these have some:");
    for (const skill of skills) {
      const { missing = [] } = skill;
      const without = missing.length === 0 ? "" : `  (without: ${missing.join(", ")})`;
      const { name, version, price_lamports: lamports, description } = skill;
      const text = `${name}  ${version}  ${lamports}  ${describeAudit(skill)}  ${shorten(description)}${without}`;
      if (format === "json") printJson(context.stdout, skill);
      else printLine(context.stdout, text);
    }
    if (skills.length > 0) return EXIT.ok;
    printLine(context.stderr, "nothing was found; other or fewer words may find something");
    return EXIT.found;
  },
};

/** At most a hundred letters, none of them cut in two, with a sign that there is more. */
function shorten(text: string): string {
  const letters = Array.from(text);
  return letters.length > 100 ? `${letters.slice(0, 99).join("")}…` : text;
}
