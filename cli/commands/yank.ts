import { EXIT, UsageError, type Command } from "../command";
import { ask, openAccount } from "../install/market";
import { isClosedKind, YANK_KINDS } from "@/lib/registry/versions/yank-kinds";
import { chooseOption, parseOptions } from "../parse-options";
import { printLine } from "../print";
import { readSkillWord } from "../read-skill-word";

const help = `Usage: emporion yank SKILL@VERSION --reason TEXT [options]

Withdraws a published version of your skill: it is no longer offered, downloaded or
sold, and the version before it is listed again. Calls that were paid for are still
made. There is no way back; publish a higher version instead. The API key is read from
EMPORION_API_KEY; it goes to the market of EMPORION_MARKET and to no other.

  --reason TEXT   what is wrong with the version; everybody who used it can read this.
                  Of a version that was withdrawn before, the first reason stays
  --reason-kind KIND
                  broken, insecure, replaced, rights, secret or other (left out:
                  other). secret: it holds a secret or personal data; its files are
                  given to nobody any more, not by their digest and not to you. Can
                  be said later of a version that is withdrawn. Change the secret
                  all the same: others may have it
  --market URL    the market; left out: EMPORION_MARKET, else the market that npm
                  took emporion from, else http://127.0.0.1:3000

Exit code: 0 the version is withdrawn, 2 wrong usage, 3 the market refuses.`;

const OPTIONS = {
  reason: { type: "string" },
  "reason-kind": { type: "string" },
  market: { type: "string" },
} as const;

/** `emporion yank`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, max: 1, name: "SKILL@VERSION" });
    const word = positionals[0] ?? "";
    const { name, version } = readSkillWord(word);
    if (version === undefined)
      throw new UsageError(
        `${word} names no version: SKILL@VERSION is expected, because it cannot be undone`,
      );
    if (!values.reason?.trim())
      throw new UsageError("--reason is missing: say what is wrong with the version");
    const given = values["reason-kind"];
    const kind = given === undefined ? undefined : chooseOption("reason-kind", given, YANK_KINDS);
    const yanked = await ask(openAccount(values.market, context).yank(name, version, values.reason, kind));
    const closed = isClosedKind(yanked.kind) ? "; nobody is given its files any more" : "";
    printLine(context.stdout, `${name} ${yanked.version}: withdrawn ${yanked.at}, ${yanked.reason}${closed}`);
    return EXIT.ok;
  },
};
