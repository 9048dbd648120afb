import { randomBytes, randomUUID } from "node:crypto";
import bs58 from "bs58";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, connections } from "@/lib/db/client";
import {
  insertQuote,
  recordSubmission,
  takeOpenQuotes,
  type QuoteRecord,
} from "@/lib/settlement/quote-repository";
import { insertSettlement } from "@/lib/settlement/settlement-repository";
import { PaidMarket } from "@/lib/settlement/testing/paid-market";

// The same quotes, written at the same moment over two connections, in opposite order, by one statement each. Were the rows
// locked as they come, PostgreSQL would have to end one of the two; they must wait for each other instead.
const market = new PaidMarket();
const HOLD_SECONDS = 0.4;

/** Each write of a row takes its time while the row is locked, and is counted, also when it is undone afterwards. */
const SLOW_WRITES = `
  create sequence "Writes";
  create function slow_write() returns trigger language plpgsql as
    $$ begin perform nextval('"Writes"'); perform pg_sleep(${HOLD_SECONDS}); return new; end $$;
  create trigger slow_update before update of state on "Quotes" for each row execute function slow_write();
  create trigger slow_insert before insert on "Quotes" for each row
    when (new.idempotency_key is not null) execute function slow_write();`;

beforeAll(async () => {
  await connections().query(SLOW_WRITES);
  // As with the millions of quotes of a real market: rows are looked up one after another, in the order they are asked for.
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

/** Does `write` for two items by one statement, and for the same in opposite order by another that begins right after it. */
async function crossed<T, O>(items: readonly [T, T], write: (item: T) => Promise<O>): Promise<O[]> {
  const first = items.map(write);
  await new Promise((resolve) => setTimeout(resolve, (HOLD_SECONDS * 1000) / 4));
  return Promise.all([...first, ...items.toReversed().map(write)]);
}
const twoQuotes = async () => [await market.quote(), await market.quote()] as const;

test("settlements of the same quotes are made once, and none is begun again", async () => {
  const made = await crossed(await twoQuotes(), (quote) => insertSettlement(quote, paymentOf(quote)));
  expect(made.map((each) => each !== null)).toEqual([true, true, false, false]);
  expect(await writes()).toBe(2);
});

test("submissions for the same quotes are recorded once, and none is begun again", async () => {
  const recorded = await crossed(await twoQuotes(), (quote) => recordSubmission(quote, submissionOf(quote)));
  expect(recorded.map((each) => each !== null)).toEqual([true, true, false, false]);
  expect(await writes()).toBe(2);
});

test("a settlement and a submission of the same quotes at once do not end each other", async () => {
  const [a, b] = await twoQuotes();
  const settled = [a, b].map((quote) => insertSettlement(quote, paymentOf(quote)));
  await new Promise((resolve) => setTimeout(resolve, (HOLD_SECONDS * 1000) / 4));
  const recorded = [b, a].map((quote) => recordSubmission(quote, submissionOf(quote)));
  expect((await Promise.all(settled)).every((each) => each !== null)).toBe(true);
  expect(await Promise.all(recorded)).toEqual([null, null]);
  expect(await writes()).toBe(2);
});

test("quotes with the same idempotency keys are inserted once, and none is begun again", async () => {
  const [first, second] = await twoQuotes();
  const keys = [randomUUID(), randomUUID()] as const;
  const inserted = await crossed(keys, (idempotencyKey) =>
    insertQuote({
      ...(idempotencyKey === keys[0] ? first : second),
      input: {},
      id: `quo_${randomUUID()}`,
      memo: randomUUID(),
      reference: randomUUID(),
      idempotencyKey,
    }),
  );
  expect(inserted.map((each) => each !== null)).toEqual([true, true, false, false]);
  expect(await writes()).toBe(4);
});

test("a worker passes over the quotes somebody is settling, and two workers never take the same one", async () => {
  const [a, b] = await twoQuotes();
  const settled = insertSettlement(a, paymentOf(a));
  await new Promise((resolve) => setTimeout(resolve, (HOLD_SECONDS * 1000) / 4));
  const take = (ms: number) => takeOpenQuotes({ limit: 1000, submittedMs: ms, quotedMs: ms });
  const ids = new Set((await take(-1_000)).map(({ id }) => id));
  expect([ids.has(a.id), ids.has(b.id)]).toEqual([false, true]);
  await settled;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const taken = (await Promise.all([take(900), take(900), take(900)])).flat().map(({ id }) => id);
  expect(taken).toContain(b.id);
  expect(new Set(taken).size).toBe(taken.length);
});
