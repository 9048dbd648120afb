import { randomBytes, randomUUID } from "node:crypto";
import bs58 from "bs58";
import pg from "pg";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "@/lib/kernel/clock";
import { closeDatabase, connections } from "@/lib/db/client";
import { insertQuote, recordSubmission, takeOpenQuotes } from "@/lib/payments/quotes/quote-repository";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { insertSettlement } from "@/lib/payments/settlement/settlement-repository";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { untilSomebodyWaits } from "@/lib/testing/while-held";

// The same quotes, written at the same moment over two connections, in opposite order, by one statement each. Were the
// rows locked as they come, PostgreSQL would have to end one of the two; they must wait for each other instead.
const market = new PaidMarket();
const GATE = 7;

/**
 * Each write of a row is counted, also when it is undone afterwards. While the gate is closed a statement stays where
 * it has one of its two rows: with its first update, whose row is locked by then, and with its second insert.
 */
const GATED_WRITES = `
  create sequence "Writes";
  create function gated_write() returns trigger language plpgsql as $$ begin
    perform nextval('"Writes"');
    if tg_op = 'UPDATE' or current_setting('tests.has_one', true) = 'yes'
      then perform pg_advisory_xact_lock_shared(${GATE});
      else perform set_config('tests.has_one', 'yes', true);
    end if;
    return new;
  end $$;
  create trigger gated_update before update of state on "Quotes" for each row execute function gated_write();
  create trigger gated_insert before insert on "Quotes" for each row
    when (new.idempotency_key is not null) execute function gated_write();`;

beforeAll(async () => {
  await connections().query(GATED_WRITES);
  // As with the millions of quotes of a real market: rows are looked up one after another, in the order they are
  // asked for.
  const { rows } = await connections().query<{ name: string }>("select current_database() as name");
  for (const way of ["hashjoin", "mergejoin", "seqscan", "bitmapscan"])
    await connections().query(`alter database "${rows[0]?.name}" set enable_${way} = off`);
  await closeDatabase(); // those that are opened from now on have these settings
});
beforeEach(() => connections().query(`alter sequence "Writes" restart`));

const writes = async () => {
  const asked = await connections().query<{ count: string }>(
    `select case when is_called then last_value else 0 end as count from "Writes"`,
  );
  return Number(asked.rows[0]?.count);
};
const newSignature = () => bs58.encode(randomBytes(64));
const payerAddress = market.buyer.publicKey.toBase58();
const submissionOf = ({ blockhash, lastValidBlockHeight }: QuoteRecord) => ({
  payerAddress,
  signature: newSignature(),
  rawTransaction: randomBytes(300),
  blockhash,
  lastValidBlockHeight,
});
const paymentOf = (quote: QuoteRecord) => ({
  ...submissionOf(quote),
  slot: 7n,
  excessLamports: 0n,
  settledAt: new Date(),
  token: null,
});

/** Does `work`, begun while the gate is closed, and opens it when `work` says so. */
async function gated<T>(work: (open: () => Promise<unknown>) => Promise<T>): Promise<T> {
  const gate = new pg.Client(process.env["DATABASE_URL"]);
  await gate.connect();
  try {
    await gate.query("select pg_advisory_lock($1)", [GATE]);
    return await work(() => gate.query("select pg_advisory_unlock($1)", [GATE]));
  } finally {
    await gate.end();
  }
}

/**
 * Does `write` for two items by one statement, and for the same in opposite order by another that begins when the first
 * has one of them.
 */
function crossed<T, A, B>(
  items: readonly [T, T],
  write: (item: T) => Promise<A>,
  writeAlso: (item: T) => Promise<B>,
): Promise<[A[], B[]]> {
  return gated(async (open) => {
    const first = Promise.all(items.map(write));
    await untilSomebodyWaits(first);
    const second = Promise.all(items.toReversed().map(writeAlso));
    await untilSomebodyWaits(second, 2);
    await open();
    return Promise.all([first, second]);
  });
}
const twoQuotes = async () => [await market.quote(), await market.quote()] as const;

test("settlements of the same quotes are made once, and none is begun again", async () => {
  const settle = (quote: QuoteRecord) => insertSettlement(quote, paymentOf(quote));
  const [first, second] = await crossed(await twoQuotes(), settle, settle);
  expect(first.every((each) => each !== null)).toBe(true);
  expect(second).toEqual([null, null]);
  expect(await writes()).toBe(2);
});

test("submissions for the same quotes are recorded once, and none is begun again", async () => {
  const record = (quote: QuoteRecord) => recordSubmission(quote, submissionOf(quote));
  const [first, second] = await crossed(await twoQuotes(), record, record);
  expect(first.every((each) => each !== null)).toBe(true);
  expect(second).toEqual([null, null]);
  expect(await writes()).toBe(2);
});

test("a settlement and a submission of the same quotes at once do not end each other", async () => {
  const [settled, recorded] = await crossed(
    await twoQuotes(),
    (quote) => insertSettlement(quote, paymentOf(quote)),
    (quote) => recordSubmission(quote, submissionOf(quote)),
  );
  expect(settled.every((each) => each !== null)).toBe(true);
  expect(recorded).toEqual([null, null]);
  expect(await writes()).toBe(2);
});

test("quotes with the same idempotency keys are inserted once, and none is begun again", async () => {
  const [first, second] = await twoQuotes();
  const keys = [randomUUID(), randomUUID()] as const;
  const insert = (idempotencyKey: string) =>
    insertQuote({
      ...(idempotencyKey === keys[0] ? first : second),
      input: {},
      id: `quo_${randomUUID()}`,
      memo: randomUUID(),
      reference: randomUUID(),
      idempotencyKey,
    });
  const [one, other] = await crossed(keys, insert, insert);
  expect(one.every((each) => each !== null)).toBe(true);
  expect(other).toEqual([null, null]);
  expect(await writes()).toBe(4);
});

test("a worker passes over the quotes somebody is settling, and two workers never take the same one", async () => {
  const [a, b] = await twoQuotes();
  const take = (ms: number) => takeOpenQuotes({ limit: 1000, submittedMs: ms, quotedMs: ms });
  await gated(async (open) => {
    const settled = insertSettlement(a, paymentOf(a));
    await untilSomebodyWaits(settled);
    const ids = new Set((await take(-1_000)).map(({ id }) => id));
    expect([ids.has(a.id), ids.has(b.id)]).toEqual([false, true]);
    await open();
    await settled;
  });
  await connections().query(`update "Quotes" set updated_at = updated_at - interval '2 hours'`);
  const taken = (await Promise.all([take(HOUR_MS), take(HOUR_MS), take(HOUR_MS)])).flat().map(({ id }) => id);
  expect(taken).toContain(b.id);
  expect(new Set(taken).size).toBe(taken.length);
});
