import { EXIT, UsageError, type Command } from "../command";
import { ask, openAccount } from "../install/market";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";

const help = `Usage: emporion deprecate NAME --message TEXT [--successor OTHER] [options]
       emporion deprecate NAME --undo [options]

Says of a skill of yours that it should not be used any more, why, and which skill takes
its place: yours, or somebody else's that is listed. The market shows it wherever the
skill is shown, and emporion outdated names it to whoever has installed it. The skill
stays offered, called and sold as before. The API key is read from EMPORION_API_KEY; it
goes to the market of EMPORION_MARKET and to no other.

  --message TEXT     for everybody who uses the skill to read
  --successor OTHER  the name of the skill that takes its place
  --undo             takes it back
  --market URL       the market; left out: EMPORION_MARKET, else the market that npm
                     took emporion from, else http://127.0.0.1:3000

Exit code: 0 it is said, or taken back, 2 wrong usage, 3 the market refuses.`;

const OPTIONS = {
  message: { type: "string" },
  successor: { type: "string" },
  undo: { type: "boolean" },
  market: { type: "string" },
} as const;

/** `emporion deprecate`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, max: 1, name: "NAME" });
    const [name = ""] = positionals;
    const { message, successor, undo = false } = values;
    if (undo && (message !== undefined || successor !== undefined))
      throw new UsageError("--undo takes back what was said: --message and --successor are not for it");
    if (!undo && !message?.trim())
      throw new UsageError("--message is missing: say why the skill should not be used any more");
    const said = undo ? null : { message: message ?? "", ...(successor === undefined ? {} : { successor }) };
    await ask(openAccount(values.market, context).deprecate(name, said));
    const instead = successor === undefined ? "" : `; ${successor} takes its place`;
    printLine(
      context.stdout,
      undo ? `${name}: is not deprecated any more` : `${name}: is deprecated${instead}`,
    );
    return EXIT.ok;
  },
};
