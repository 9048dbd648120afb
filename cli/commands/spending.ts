import { MarketError, type SpendingLimits, type WalletSpending, type WantedLimits } from "@/client";
import { formatLamportsAsSol, MAX_LAMPORTS } from "../../lib/skill-format";
import { isSolanaAddress } from "../../lib/skill-format/values/solana-address";
import { EXIT, UsageError, type Command, type CommandContext } from "../command";
import { ask, findKeyOf, openAccount, openMarket } from "../install/market";
import { openKeypair } from "../open-keypair";
import { parseOptions } from "../parse-options";
import { printLine } from "../print";
import { keepLimits, readSpending, type StoredSpending } from "../spending-file";

const help = `Usage: emporion spending ADDRESS [options]
       emporion spending set --keypair FILE --per-call N --per-day N [options]
       emporion spending remove --keypair FILE [options]

What may be paid from a wallet. With set the wallet signs its limits: the market keeps
them for every key, process and rail, and this machine keeps them too, for every market,
whenever emporion call pays with this wallet. The market prepares the statement; what is
signed is computed here and must be that text, to the byte. Each set replaces all of the
limits before it; remove ends them. Alone the command shows the limits of this machine
and what was signed for within 24 hours; with EMPORION_API_KEY of the account that the
wallet is linked to it also shows what the market keeps and what was paid.

A payment counts before it is signed, also if nothing was paid by it.

  --keypair FILE      the wallet: a keypair file of the Solana command line
  --per-call N        what one call may cost, in lamports
  --per-day N         what may be paid within any 24 hours, in lamports
  --skill NAME=N      what of it may go to one skill; * for each skill. May be repeated,
                      as the next two
  --publisher NAME=N  the same for a publisher
  --organisation NAME=N
                      the same for an organisation
  --least-audit STATE only versions of this audit state: Optimistic or Audited
  --until TIME        when it ends, as 2027-01-31T00:00:00Z; then nothing is paid from
                      the wallet until it signs again
  --ask-above N       above it an agent over MCP asks its person before it pays
  --market URL        the market; left out: EMPORION_MARKET, else the market that npm
                      took emporion from, else http://127.0.0.1:3000

Exit code: 0 it is done, 1 the market's statement is not what was wanted, and nothing was
signed, 2 wrong usage, 3 a file cannot be read, or the market refuses.`;

const OPTIONS = {
  keypair: { type: "string" },
  "per-call": { type: "string" },
  "per-day": { type: "string" },
  skill: { type: "string", multiple: true },
  publisher: { type: "string", multiple: true },
  organisation: { type: "string", multiple: true },
  "least-audit": { type: "string" },
  until: { type: "string" },
  "ask-above": { type: "string" },
  market: { type: "string" },
} as const;

type Values = ReturnType<typeof parseOptions<typeof OPTIONS>>["values"];
type Kind = WantedLimits["scopes"][number]["kind"];
const KINDS: readonly Kind[] = ["skill", "publisher", "organisation"];

/** `emporion spending`. */
export const command: Command = {
  help,
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, max: 1, name: "ADDRESS" });
    const [act = ""] = positionals;
    if (act === "set") return sign(values, readWanted(values), context);
    const { keypair, market, ...limits } = values;
    if (Object.keys(limits).length > 0) throw new UsageError("limits are given with set alone");
    if (act === "remove") return sign(values, null, context);
    if (keypair !== undefined) throw new UsageError("--keypair signs, with set or remove alone");
    if (!isSolanaAddress(act)) throw new UsageError(`not the address of a wallet: ${positionals[0]}`);
    return show(act, market, context);
  },
};

async function sign(values: Values, wanted: WantedLimits | null, context: CommandContext): Promise<number> {
  if (values.keypair === undefined) throw new UsageError("--keypair is missing");
  const keypair = await openKeypair(values.keypair, context);
  await readSpending(keypair.address, context); // a file that cannot be read is no reason to sign first
  const market = openMarket(values.market, context);
  try {
    const limits = await ask(market.limitSpending(keypair, wanted));
    await keepLimits(keypair.address, limits, context);
    const what = limits === null ? "no limits any more" : "signed, kept by the market and here";
    printLine(context.stdout, `${keypair.address}: ${what}`);
    if (limits !== null) for (const line of linesOf(limits)) printLine(context.stdout, line);
    return EXIT.ok;
  } catch (error) {
    const { cause } = error as Error;
    if (!(cause instanceof MarketError) || cause.code !== "STATEMENT_NOT_AS_WANTED") throw error;
    printLine(context.stderr, cause.message);
    return EXIT.found;
  }
}

function readWanted(values: Values): WantedLimits {
  const { until, "least-audit": state = "Unverified", "ask-above": askAbove } = values;
  if (until !== undefined && Number.isNaN(Date.parse(until)))
    throw new UsageError("--until is a time, as 2027-01-31T00:00:00Z");
  if (state !== "Unverified" && state !== "Optimistic" && state !== "Audited")
    throw new UsageError("--least-audit is Unverified, Optimistic or Audited");
  return {
    until: until === undefined ? null : new Date(until).toISOString(),
    perCallLamports: readAmount("--per-call", values["per-call"]),
    perDayLamports: readAmount("--per-day", values["per-day"]),
    scopes: KINDS.flatMap((kind) => (values[kind] ?? []).map((word) => readScope(kind, word))),
    leastAuditState: state,
    askAboveLamports: askAbove === undefined ? null : readAmount("--ask-above", askAbove),
  };
}

function readScope(kind: Kind, word: string): WantedLimits["scopes"][number] {
  const [, name = "", amount] = /^([\w*-]{1,64})=(\d+)$/.exec(word) ?? [];
  if (name === "") throw new UsageError(`--${kind} is a name and lamports, as amounts=50000, or *=50000`);
  return { kind, name, perDayLamports: readAmount(`--${kind}`, amount) };
}

/** Digits as a statement has them, without zeros before them. */
function readAmount(option: string, text: string | undefined): string {
  if (text === undefined) throw new UsageError(`${option} is missing`);
  const amount = /^\d{1,20}$/.test(text) ? BigInt(text) : null;
  if (amount === null || amount > MAX_LAMPORTS)
    throw new UsageError(`${option} is a whole number of lamports, 0 to ${MAX_LAMPORTS}`);
  return `${amount}`;
}

async function show(address: string, market: string | undefined, context: CommandContext): Promise<number> {
  const { stdout } = context;
  const stored = await readSpending(address, context);
  for (const line of linesOfMachine(stored, context.clock.now())) printLine(stdout, line);
  const chosen = openMarket(market, context).market;
  if (findKeyOf(chosen, context) === undefined) {
    printLine(
      stdout,
      `at ${chosen}: shown with EMPORION_API_KEY of the account that the wallet is linked to`,
    );
    return EXIT.ok;
  }
  const said = await ask(openAccount(market, context).spending(address));
  for (const line of linesOfMarket(chosen, said)) printLine(stdout, line);
  return EXIT.ok;
}

const DAY_MS = 86_400_000;

function linesOfMachine(stored: StoredSpending | null, now: Date): string[] {
  if (stored === null || stored.limits === null) return ["on this machine: no limits"];
  const recent = stored.signed.filter(({ at }) => Date.parse(at) > now.getTime() - DAY_MS);
  const signed = recent.reduce((sum, { lamports }) => sum + BigInt(lamports), 0n);
  return [
    "on this machine:",
    ...linesOf(stored.limits),
    `  signed for within 24 hours: ${inSol(signed)}, ${inSol(BigInt(stored.limits.perDayLamports))} allowed`,
  ];
}

function linesOfMarket(market: string, { limit, day, scopes, results }: WalletSpending): string[] {
  const amounts = ({
    spent_lamports,
    held_lamports,
    limit_lamports,
    left_lamports,
  }: typeof day | (typeof scopes)[number]) =>
    `${inSol(spent_lamports)} paid, ${held_lamports} held${limit_lamports === null ? "" : `, ${limit_lamports} allowed, ${left_lamports} left`}`;
  return [
    `at ${market}: ${limit === null ? "no limits were signed" : `statement ${limit.sequence}${day.limit_lamports === null ? ", no limits any more" : ""}`}`,
    `  within 24 hours: ${amounts(day)}${day.frees_at === null ? "" : `; the oldest of it ends ${day.frees_at}`}`,
    ...scopes.map((scope) => `  ${scope.kind} ${scope.name}: ${amounts(scope)}`),
    ...results.map(
      ({ at, skill, version, lamports, state }) =>
        `  ${at} ${skill}@${version} ${lamports} lamports ${state}`,
    ),
  ];
}

const linesOf = (limits: SpendingLimits): string[] => [
  `  one call: ${inSol(BigInt(limits.perCallLamports))}`,
  `  24 hours: ${inSol(BigInt(limits.perDayLamports))}`,
  ...limits.scopes.map(({ kind, name, perDayLamports }) => `  ${kind} ${name}: ${perDayLamports} lamports`),
  ...(limits.leastAuditState === "Unverified" ? [] : [`  only versions: ${limits.leastAuditState}`]),
  ...(limits.until === null ? [] : [`  until: ${limits.until}; then nothing is paid`]),
  ...(limits.askAboveLamports === null
    ? []
    : [`  an agent over MCP asks above: ${limits.askAboveLamports} lamports`]),
];

const inSol = (lamports: bigint) => `${lamports} lamports (${formatLamportsAsSol(lamports)} SOL)`;
