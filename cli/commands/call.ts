import { MarketError, type PaidCall } from "@/client";
import { EXIT, UsageError, type Command, type CommandContext } from "../command";
import { openMarket, toCommandError } from "../install/market";
import { openKeypair } from "../open-keypair";
import { parseOptions } from "../parse-options";
import { printJson, printLine } from "../print";
import { openOwnSpending } from "../spending-file";
import { readJson } from "../read-input";
import { readSkillWord } from "../read-skill-word";
import { AnswerInvalid, id, matching, object, secret, webAddress } from "@/lib/kernel/json/read-answer";
import { sumTransfers } from "@/lib/payments/transactions/check-transaction";
import { findTransaction } from "@/lib/chain/solana/transaction";

const paidCall = object({
  market: webAddress,
  quoteId: id,
  accessToken: secret,
  transaction: matching(/^[A-Za-z0-9+/]{1,1644}={0,2}$/, "a transaction"), // of at most 1,232 bytes
});

/** A paid call as one word, for the option `--paid`. */
const writePaidCall = (paid: PaidCall) => Buffer.from(JSON.stringify(paid)).toString("base64url");

/** @throws UsageError for a word that `writePaidCall` did not give. */
function readPaidCall(word: string): PaidCall {
  try {
    const paid = paidCall(JSON.parse(Buffer.from(word, "base64url").toString("utf8")), "");
    const transaction = findTransaction(Buffer.from(paid.transaction, "base64"));
    if (transaction && sumTransfers(transaction) !== null) return paid;
  } catch (error) {
    if (!(error instanceof AnswerInvalid || error instanceof SyntaxError)) throw error;
  }
  throw new UsageError("--paid takes what an earlier call has printed, whole");
}

const help = `Usage: emporion call SKILL[@VERSION] --input FILE [options]

Calls a skill on the market, where it runs, and prints its output as JSON. A priced call
is paid first: the transaction is built and signed on this machine, for no more than
--max-lamports and the network's fee. Before it is signed, its bytes are read back: it
pays the price and the payee that the market has shown for the skill, and the market's
share, or nothing is signed. Where the wallet has limits (emporion spending), they hold
too. The market checks the input before it quotes a price, so nobody pays for a refused
input. The receipt's address is printed on stderr.

  --input FILE        the input as JSON; - is standard input
  --keypair FILE      the wallet that pays: a keypair file of the Solana command line
  --max-lamports N    sign for at most this many lamports; nothing is paid without it
  --paid WORD         resume a call that was paid for and gave no output: the word is
                      printed when that happens. Nothing more is paid, and the input
                      is the one that was paid for
  --market URL        the market; left out: with --paid the one it was paid at, else
                      EMPORION_MARKET, else the market that npm took emporion from, else
                      http://127.0.0.1:3000

Exit code: 0 the skill gave its output, 1 it costs more than allowed, by --max-lamports or
the limits of the wallet, its run failed (a paid run is then repeated with --paid), or its
output is no longer kept, 2 wrong usage, 3 a file cannot be read, or the market refuses.`;

const OPTIONS = {
  input: { type: "string" },
  keypair: { type: "string" },
  "max-lamports": { type: "string" },
  paid: { type: "string" },
  market: { type: "string" },
} as const;

/** What to add to the line, where something is missing. */
const HINTS: Readonly<Record<string, string>> = {
  PRICE_TOO_HIGH: "allow it with --max-lamports, and give the paying wallet with --keypair",
  KEYPAIR_MISSING: "give the paying wallet with --keypair",
  OWN_LIMIT_EXCEEDED: "emporion spending shows these limits, and changes them",
  SPENDING_LIMIT_EXCEEDED: "emporion spending shows the limits of a wallet, and changes them",
};
const ANSWERED_NO = new Set([...Object.keys(HINTS), "OUTPUT_NOT_KEPT", "RUN_FAILED"]);

/** `emporion call`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, max: 1, name: "SKILL" });
    const paid = values.paid === undefined ? {} : { paid: readPaidCall(values.paid) };
    if (values.input === undefined && !paid.paid) throw new UsageError("--input is missing");
    const { name: skill, version } = readSkillWord(positionals[0] ?? "");
    const keypair =
      values.keypair === undefined ? {} : { keypair: await openKeypair(values.keypair, context) };
    const maxLamports = readLamports(values["max-lamports"]);
    const input = values.input === undefined ? null : await readJson(values.input, context);
    const own = keypair.keypair ? await openOwnSpending(keypair.keypair.address, context) : null;
    const options = {
      ...keypair,
      ...paid,
      ...(version === undefined ? {} : { version }),
      ...(own === null ? {} : { spending: own }),
      maxLamports,
    };
    try {
      const market = openMarket(values.market ?? paid.paid?.market, context);
      const { output, paidLamports, quoteId, receiptId } = await market.call(skill, input, options);
      printJson(context.stdout, output, 2);
      if (quoteId !== null) printLine(context.stderr, `paid ${paidLamports} lamports, quote ${quoteId}`);
      if (receiptId !== null) printLine(context.stderr, `receipt ${market.market}/v1/receipts/${receiptId}`);
      return EXIT.ok;
    } catch (error) {
      if (error instanceof MarketError && error.paid) tellPaid(error.paid, context);
      if (error instanceof MarketError && ANSWERED_NO.has(error.code)) {
        printLine(context.stderr, error.message);
        tellFailure(error, context);
        const hint = HINTS[error.code];
        if (hint !== undefined) printLine(context.stderr, hint);
        return EXIT.found;
      }
      throw toCommandError(error);
    }
  },
};

/** Why a run failed, as the market puts it, and the end of what the skill wrote about it. */
function tellFailure({ problem, errorOutput }: MarketError, { stderr }: CommandContext): void {
  const { run } = problem as { run?: { failure?: unknown } };
  if (typeof run?.failure === "string") printLine(stderr, `failed: ${run.failure}`);
  if (errorOutput === null) return;
  printLine(stderr, "what it wrote to its error output:");
  for (const line of errorOutput.split("\n")) printLine(stderr, `| ${line}`);
}

/** Without this word another call would pay another time. */
function tellPaid(paid: PaidCall, { stderr }: CommandContext): void {
  printLine(
    stderr,
    "The payment was signed. Do not pay again: rerun the command with this, and nothing more is paid.",
  );
  printLine(stderr, `--paid ${writePaidCall(paid)}`);
}

function readLamports(text: string | undefined): bigint {
  if (text === undefined) return 0n;
  if (!/^\d{1,20}$/.test(text)) throw new UsageError("--max-lamports is a whole number");
  return BigInt(text);
}
