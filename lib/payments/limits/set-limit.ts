import { database, type Database } from "@/lib/db/client";
import { inTransaction, retryOnUniqueViolation } from "@/lib/db/transaction";
import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { sha256Digest } from "@/lib/kernel/digest";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { DsseEnvelope } from "@/lib/log/attestation/dsse";
import {
  findLastStatement,
  findNamed,
  insertStatement,
  lockLastStatement,
  type LimitRow,
} from "@/lib/payments/limits/spending-repository";
import {
  bytesToSign,
  EACH,
  openSpendingStatement,
  readSpendingStatement,
  termsOf,
  writeSpendingStatement,
  type ScopeKind,
  type SpendingPredicate,
  type SpendingTerms,
} from "@/lib/payments/limits/spending-statement";
import { env } from "@/lib/platform/config/env";

/** What somebody wants to sign, in the names that people use; or that there is to be no limit any more. */
export type WantedLimit =
  | { removed: true }
  | (Omit<SpendingTerms, "scopes"> & {
      /** `name` is a name or an id; `*` for each one of the kind. */
      scopes: readonly { kind: ScopeKind; name: string; perDayLamports: string }[];
    });

export interface PreparedLimit {
  /** The exact text of the statement. */
  payload: string;
  /** The bytes that the wallet signs. */
  message: Buffer;
  digest: string;
  sequence: number;
}

/**
 * The statement that a wallet would sign next. Nothing is kept of it, and nobody need be who they say: what counts is
 * the signature. Throws REQUEST_INVALID for an end that is over, and a skill or account that is not there.
 */
export async function prepareLimit(
  payer: string,
  wanted: WantedLimit,
  clock: Clock = systemClock,
): Promise<PreparedLimit> {
  const now = clock.now();
  const last = await findLastStatement(database(), payer);
  const sequence = (last?.sequence ?? 0) + 1;
  const head = {
    market: env().APP_URL,
    payer,
    sequence,
    replaces: last?.digest ?? null,
    issuedAt: now.toISOString(),
  };
  const said: SpendingPredicate =
    "removed" in wanted ? { ...head, removed: true } : { ...head, ...(await named(wanted, now)) };
  const payload = writeSpendingStatement(said);
  return { payload, message: bytesToSign(payload), digest: sha256Digest(payload), sequence };
}

async function named(
  { scopes, ...terms }: Exclude<WantedLimit, { removed: true }>,
  now: Date,
): Promise<SpendingTerms> {
  const until = terms.until === null ? null : new Date(terms.until);
  if (until && until <= now)
    throw invalid("#/until", "This end is over: nothing would be paid from the wallet");
  const resolved = await Promise.all(
    scopes.map(async ({ kind, name, perDayLamports }, index) => {
      if (name === EACH) return { kind, id: EACH, name: EACH, perDayLamports };
      const found = await findNamed(database(), kind, name);
      if (!found) throw invalid(`#/scopes/${index}/name`, `There is no ${kind} of this name`);
      return { kind, ...found, perDayLamports };
    }),
  );
  const ids = new Set(resolved.map(({ kind, id }) => `${kind} ${id}`));
  if (ids.size < resolved.length) throw invalid("#/scopes", "Something is named twice");
  return { ...terms, until: until?.toISOString() ?? null, scopes: resolved };
}

const invalid = (pointer: string, detail: string): DomainError =>
  new DomainError(
    "REQUEST_INVALID",
    `The request is not valid: ${detail.charAt(0).toLowerCase()}${detail.slice(1)}.`,
    {
      details: { errors: [{ pointer, detail }] },
    },
  );

/** A statement that a market has taken. */
export interface TakenLimit extends Pick<LimitRow, "sequence" | "digest" | "payload" | "createdAt"> {
  /** Null for one that removed the limits. */
  terms: SpendingTerms | null;
  envelope: DsseEnvelope;
}

/** How old a statement may be when it comes, and how far ahead its clock. */
const MAX_AGE_MS = DAY_MS;
const MAX_AHEAD_MS = 10 * 60_000;

/**
 * Takes what a wallet has signed about how much may be paid from it. The signature is the proof, whoever hands it in. The
 * statement in force may come any number of times; one that replaces anything else than the last one is refused, so an
 * older one is never taken again. Throws REQUEST_INVALID, SPENDING_LIMIT_CHANGED.
 */
export async function setLimit(
  payer: string,
  envelope: unknown,
  clock: Clock = systemClock,
): Promise<TakenLimit> {
  const { text, said } = readSigned(payer, envelope);
  const signed = { text, said, digest: sha256Digest(text), now: clock.now() };
  const write = () => inTransaction((tx) => writeOnce(tx, signed, envelope as DsseEnvelope));
  return toTaken(await retryOnUniqueViolation(write)); // another one came at the same moment, or this very one
}

function readSigned(payer: string, envelope: unknown): { text: string; said: SpendingPredicate } {
  const opened = openSpendingStatement(envelope);
  if (opened === "unreadable")
    throw invalid("#/envelope", "It holds no statement of spending limits in its canonical form");
  if (opened === "bad_signature")
    throw invalid("#/envelope/signatures", "None is the wallet's signature of these bytes");
  if (opened.said.payer !== payer)
    throw invalid("#/envelope/payload", "It is the statement of another wallet");
  if (opened.said.market !== env().APP_URL)
    throw invalid("#/envelope/payload", `It is for another market: this one is ${env().APP_URL}`);
  return opened;
}

interface Signed {
  text: string;
  said: SpendingPredicate;
  digest: string;
  now: Date;
}

async function writeOnce(tx: Database, signed: Signed, envelope: DsseEnvelope): Promise<LimitRow> {
  const { text, said, digest, now } = signed;
  const { payer: payerAddress, sequence } = said;
  const last = await lockLastStatement(tx, payerAddress);
  if (last?.digest === digest) return last;
  assertFollows(last, signed);
  const row = { id: newId("lim"), payerAddress, sequence, digest, payload: text, envelope, createdAt: now };
  return insertStatement(tx, { ...row, inForce: termsOf(said) !== null });
}

/** Only what replaces the last one is taken, and only while it is young: a forgotten signature comes to nothing. */
function assertFollows(last: LimitRow | null, { said, now }: Signed): void {
  const follows = said.sequence === (last?.sequence ?? 0) + 1 && said.replaces === (last?.digest ?? null);
  if (!follows) throw changed(last);
  const ageMs = now.getTime() - Date.parse(said.issuedAt);
  if (ageMs > MAX_AGE_MS)
    throw invalid("#/envelope/payload", "It was prepared more than a day ago; prepare it anew");
  if (ageMs < -MAX_AHEAD_MS)
    throw invalid("#/envelope/payload", "It says that it was prepared in the future");
}

const changed = (last: LimitRow | null): DomainError =>
  new DomainError(
    "SPENDING_LIMIT_CHANGED",
    last === null
      ? "This wallet has signed no limit here yet: the first statement has the number 1 and replaces none. Prepare it anew."
      : `This statement does not replace the last one of this wallet, which has the number ${last.sequence}. Prepare it anew and sign that.`,
    { details: last === null ? { sequence: "0" } : { sequence: `${last.sequence}`, digest: last.digest } },
  );

/** What was taken, as it is told. */
export function toTaken(row: LimitRow): TakenLimit {
  const said = readSpendingStatement(row.payload);
  return { ...row, terms: said && termsOf(said), envelope: row.envelope as unknown as DsseEnvelope };
}
