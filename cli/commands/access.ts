import { EXIT, UsageError, type Command } from "../command";
import { ask, openAccount } from "../install/market";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";

const help = `Usage: emporion access NAME public|call-only|private [options]

Changes who sees a skill of yours, at once and for every version of it. Of a call-only
skill everybody sees the page and may call it, and its files are given to nobody but who
may read it. A private skill is shown to nobody else; only that its name is taken. What
was public cannot be made unseen: it becomes call-only at most, copies stay with those who
have them, and they are told by mail. The public log keeps the change. The API key is read
from EMPORION_API_KEY; it goes to the market of EMPORION_MARKET and to no other. It closes
a skill and opens none: for that the market names the page where a person confirms it.

  --market URL       the market; left out: EMPORION_MARKET, else the market that npm
                     took emporion from, else http://127.0.0.1:3000

Exit code: 0 it holds, 2 wrong usage, 3 the market refuses.`;

const OPTIONS = { market: { type: "string" } } as const;

const WORDS = { public: "public", "call-only": "call_only", private: "private" } as const;
const isWord = (word: string): word is keyof typeof WORDS => Object.hasOwn(WORDS, word);

/** `emporion access`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 2, max: 2, name: "NAME ACCESS" });
    const [name = "", word = ""] = positionals;
    if (!isWord(word))
      throw new UsageError(`the access is one of ${Object.keys(WORDS).join(", ")}, not "${word}"`);
    await ask(openAccount(values.market, context).setAccess(name, WORDS[word]));
    printLine(context.stdout, `${name}: ${word}`);
    return EXIT.ok;
  },
};
