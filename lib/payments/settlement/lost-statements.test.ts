import bs58 from "bs58";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "@/lib/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { compareWithChain } from "@/lib/payments/books/books";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import { consumeGrant, takeGrant } from "@/lib/payments/grants/grants";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { FailingStatements, isLostConnection, type LostAt } from "@/lib/payments/testing/failing-statements";
import { PaidMarket } from "@/lib/payments/testing/paid-market";

// The connection to the database is lost at each statement of a paid call in turn: before it got there, or after it
// was done and only its answer was lost, so that nobody knows. The buyer then does the same again, and has one call
// for one payment.
const market = new PaidMarket();
const statements = new FailingStatements();
beforeAll(() => statements.install());
afterAll(() => statements.uninstall());

const PATIENCE_MS = 120_000; // also for a machine that is busy with other work
const context = () => market.newContext({ pollMs: 5 });
type Pay = (quote: QuoteRecord, raw: Buffer) => Promise<{ state: string }>;
const ways: [string, Pay][] = [
  ["handed in", ({ id: quoteId }, rawTransaction) => submitPayment({ quoteId, rawTransaction }, context())],
  [
    "reported",
    ({ id: quoteId }, raw) =>
      submitSignature({ quoteId, signature: bs58.encode(raw.subarray(1, 65)) }, context()),
  ],
];

/**
 * What has to be true of a buyer's request however often it is sent; a run that lost its answer holds the grant
 * no longer.
 */
async function payAndCall(quote: QuoteRecord, raw: Buffer, pay: Pay): Promise<void> {
  const { id: quoteId } = quote;
  expect((await pay(quote, raw)).state).toMatch(/^(GRANTED|CONSUMED)$/);
  const { grant } = market.database();
  await grant.updateMany({ where: { quoteId, state: "RUNNING" }, data: { updatedAt: new Date(0) } });
  const runId = newId("run");
  const taken = await takeGrant({ quoteId, runId }).catch((error: unknown) => {
    if (String(error).includes("was made")) return null; // an earlier try has made the call
    throw error;
  });
  if (taken) expect(await inTransaction((tx) => consumeGrant({ runId, end: "done" }, tx))).toBe(true);
}

test.each(ways)(
  "a payment %s survives the loss of any statement, and pays for one call",
  async (_, pay) => {
    async function buy({ at, lostAt }: { at: number; lostAt: LostAt }) {
      const quote = await market.quote();
      const raw = market.sign(quote);
      if (pay !== ways[0]?.[1]) await market.push(raw);
      statements.failAt(at, lostAt);
      const first = await payAndCall(quote, raw, pay).catch((error: unknown) => error);
      const reached = statements.count;
      statements.failAt(Infinity, "before");
      if (first !== undefined && !isLostConnection(first)) throw first;
      await payAndCall(quote, raw, pay);
      const { settlement, grant, quote: quotes } = market.database();
      const where = { quoteId: quote.id };
      expect([
        (await quotes.findUniqueOrThrow({ where: { id: quote.id } })).state,
        await settlement.count({ where }),
        (await grant.findMany({ where })).map(({ state }) => state),
      ]).toEqual(["CONSUMED", 1, ["CONSUMED"]]);
      return reached;
    }

    for (const lostAt of ["before", "after"] as const) {
      let at = 0;
      while ((await buy({ at: ++at, lostAt })) >= at);
      expect(at).toBeGreaterThan(6); // each statement was lost once
    }
    expect((await compareWithChain(context())).differences).toEqual([]);
  },
  PATIENCE_MS,
);
