import {
  bytesToSign,
  readSpendingStatement,
  sealSpendingStatement,
  termsOf,
  writeSpendingStatement,
  type SpendingPredicate,
} from "../lib/payments/limits/spending-statement";
import { preparedStatement, takenLimit } from "./answers";
import type { Keypair } from "./keypair";
import { MarketError } from "./market-error";
import { part, type MarketConnection } from "./request";
import type { SpendingLimits, WantedLimits } from "./types";

/** How far the clocks of a market and of this machine may be apart. */
const MAX_APART_MS = 10 * 60_000;

/**
 * Has a wallet sign what may be paid from it, or with null that there is no limit any more, and hands it in. The market
 * prepares the statement, as it knows the ids; what is signed is computed here and is that text, to the byte. Gives the
 * limits that were signed. Throws MarketError, with STATEMENT_NOT_AS_WANTED where it says anything else than was wanted:
 * nothing is signed then.
 */
export async function limitSpending(
  connection: MarketConnection,
  keypair: Keypair,
  wanted: WantedLimits | null,
  now = new Date(),
): Promise<SpendingLimits | null> {
  const path = `/v1/wallets/${part(keypair.address)}/spending-limit`;
  const { payload } = await connection.json(
    { method: "POST", path: `${path}/statement`, json: wanted === null ? { removed: true } : toJson(wanted) },
    preparedStatement,
  );
  const limits = readAsWanted(payload, wanted, { market: connection.market, payer: keypair.address, now });
  const envelope = sealSpendingStatement(payload, keypair.address, keypair.sign(bytesToSign(payload)));
  await connection.json({ method: "PUT", path, json: { envelope } }, takenLimit);
  return limits;
}

const toJson = ({
  until,
  perCallLamports,
  perDayLamports,
  scopes,
  leastAuditState,
  askAboveLamports,
}: WantedLimits) => ({
  until,
  per_call_lamports: perCallLamports,
  per_day_lamports: perDayLamports,
  scopes: scopes.map((scope) => ({
    kind: scope.kind,
    name: scope.name,
    per_day_lamports: scope.perDayLamports,
  })),
  least_audit_state: leastAuditState,
  ask_above_lamports: askAboveLamports,
});

interface Signing {
  market: string;
  payer: string;
  now: Date;
}

/**
 * The limits of a prepared statement, if it says what the payer wants: of the market are only its number, the one it replaces,
 * its time, and the ids of what is named. Throws MarketError STATEMENT_NOT_AS_WANTED.
 */
export function readAsWanted(
  payload: string,
  wanted: WantedLimits | null,
  { market, payer, now }: Signing,
): SpendingLimits | null {
  const said = readSpendingStatement(payload);
  if (said === null) throw notAsWanted("It is no statement of limits");
  if (said.market !== market)
    throw notAsWanted(
      `It is for ${said.market}, and ${market} was asked; name the market as it calls itself`,
    );
  if (Math.abs(Date.parse(said.issuedAt) - now.getTime()) > MAX_APART_MS)
    throw notAsWanted(`It is of ${said.issuedAt}, which is not now; set the clock of this machine`);
  const { sequence, replaces, issuedAt } = said;
  const head = { market, payer, sequence, replaces, issuedAt };
  const limits = wanted && termsAsWanted(wanted, termsOf(said));
  const own: SpendingPredicate = limits === null ? { ...head, removed: true } : { ...head, ...limits };
  if (writeSpendingStatement(own) !== payload) throw notAsWanted("It says something else than was wanted");
  return limits;
}

const EACH = "*";

/** What is wanted, with the ids that the market gives the names; a name is given to nothing else than was named. */
function termsAsWanted(wanted: WantedLimits, said: SpendingLimits | null): SpendingLimits {
  const scopes = wanted.scopes.map((scope, index) => {
    const { id, name } = said?.scopes[index] ?? { id: "", name: "" };
    const isEach = scope.name === EACH;
    if (isEach ? id !== EACH : id === EACH || (name !== scope.name && id !== scope.name))
      throw notAsWanted(`It does not name the ${scope.kind} ${scope.name}`);
    return { kind: scope.kind, id, name, perDayLamports: scope.perDayLamports };
  });
  const { until, perCallLamports, perDayLamports, leastAuditState, askAboveLamports } = wanted;
  return {
    until: until === null ? null : new Date(until).toISOString(),
    perCallLamports,
    perDayLamports,
    scopes,
    leastAuditState,
    askAboveLamports,
  };
}

const notAsWanted = (why: string) =>
  new MarketError(
    "STATEMENT_NOT_AS_WANTED",
    `The market's statement is not what was wanted. ${why}. Nothing was signed.`,
  );
