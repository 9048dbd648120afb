import { PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { getPaymentStatus } from "@/lib/payments/settlement/payment-status";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { refreshQuote } from "@/lib/payments/quotes/get-quote";
import type { SettlementContext, SettlementStep } from "@/lib/payments/settlement/settlement-context";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { takeGrant } from "@/lib/payments/grants/grants";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { watchFinality } from "@/lib/payments/settlement/watch-finality";
import { newId } from "@/lib/kernel/ids";

// Lost bytes, dead processes, silent nodes and reorganisations. A "fresh process" has a new context
// and knows only what is in the database.
const market = new PaidMarket();

const submit = (quote: QuoteRecord, context: SettlementContext = market.context, raw = market.sign(quote)) =>
  submitPayment({ quoteId: quote.id, rawTransaction: raw }, context);
const reconcile = () => reconcileQuotes(market.newContext(), { evenIfJustSeen: true });
const stateOf = async (quote: QuoteRecord) => (await getPaymentStatus(quote.id)).state;
const counts = async ({ id: quoteId }: QuoteRecord) => [
  await market.database().settlement.count({ where: { quoteId } }),
  await market.database().grant.count({ where: { quoteId } }),
];

describe("a transaction that is lost on its way", () => {
  test("is broadcast again with the same bytes and settles", async () => {
    const quote = await market.quote();
    market.ledger.dropNext = 1;
    expect(await submit(quote)).toMatchObject({ state: "GRANTED" });
  });

  test("is under way until its last valid block is final, and only then expired", async () => {
    const quote = await market.quote();
    market.ledger.dropNext = 1_000_000;
    expect((await submit(quote, market.newContext({ waitMs: 0 }))).state).toBe("SUBMITTED");
    market.ledger.advance(151);
    await reconcile();
    expect(await stateOf(quote)).toBe("SUBMITTED"); // too late to land, but not yet certain that it has not
    market.ledger.advance(32);
    await reconcile();
    market.ledger.dropNext = 0;
    expect(await getPaymentStatus(quote.id)).toMatchObject({
      state: "EXPIRED",
      reason: "never_landed",
      grantId: null,
    });
    expect((await submit(quote)).state).toBe("EXPIRED"); // the same bytes get the stored answer
    const other = market.sign(quote, { blockhash: await market.freshBlockhash() });
    await expect(submit(quote, market.context, other)).rejects.toMatchObject({ code: "QUOTE_EXPIRED" });
  });

  test("is looked at by every worker, also after one whose clock is an hour ahead", async () => {
    const quote = await market.quote();
    market.ledger.dropNext = 1_000_000;
    await submit(quote, market.newContext({ waitMs: 0 }));
    const ahead = { ...market.newContext(), clock: { now: () => new Date(Date.now() + 3_600_000) } };
    await reconcileQuotes(ahead, { evenIfJustSeen: true });
    market.ledger.dropNext = 0;
    for (let looks = 0; looks < 2; looks++) {
      await market.database()
        .$executeRaw`UPDATE "Quotes" SET "updated_at" = "updated_at" - interval '1 minute'`;
      await reconcileQuotes(market.newContext());
      market.ledger.advance(2);
    }
    expect(await stateOf(quote)).toBe("GRANTED");
  });

  test("does not let a second transaction for the same quote out meanwhile", async () => {
    const quote = await market.quote();
    market.ledger.dropNext = 1_000_000;
    await submit(quote, market.newContext({ waitMs: 0 }));
    market.ledger.dropNext = 0;
    const other = market.sign(quote, { blockhash: await market.freshBlockhash() });
    await expect(submit(quote, market.context, other)).rejects.toMatchObject({
      details: { reason: "another_transaction_pending" },
    });
    await reconcile();
    expect((await submit(quote)).state).toBe("GRANTED");
  });
});

test("a submitted transaction that lands and fails gives the quote back to its payer", async () => {
  const quote = await market.quote();
  market.ledger.dropNext = 1;
  const raw = market.sign(quote);
  await submit(quote, market.newContext({ waitMs: 0 }), raw); // rehearsed well, then lost
  await market.drainBuyer();
  await market.push(raw); // a copy of it lands after the money has gone
  await reconcile();
  expect(await getPaymentStatus(quote.id)).toMatchObject({
    state: "QUOTED",
    reason: "failed_on_chain",
    signature: null,
  });
  await market.refillBuyer();
  const again = market.sign(quote, { blockhash: await market.freshBlockhash() });
  expect((await submit(quote, market.context, again)).state).toBe("GRANTED");
});

describe("a payment whose browser was closed", () => {
  test("is found by its reference", async () => {
    const quote = await market.quote();
    await market.push(market.sign(quote));
    await reconcile();
    expect([await stateOf(quote), ...(await counts(quote))]).toEqual(["GRANTED", 1, 1]);
  });

  test("is found behind junk that names the reference first", async () => {
    const quote = await market.quote();
    const junk = SystemProgram.transfer({
      fromPubkey: market.stranger.publicKey,
      toPubkey: market.creator.publicKey,
      lamports: 1,
    });
    junk.keys.push({ pubkey: new PublicKey(quote.reference), isSigner: false, isWritable: false });
    const transaction = new Transaction().add(junk);
    transaction.recentBlockhash = quote.blockhash;
    transaction.sign(market.stranger);
    await market.push(transaction.serialize());
    await market.push(market.sign(quote));
    await reconcile();
    expect([await stateOf(quote), ...(await counts(quote))]).toEqual(["GRANTED", 1, 1]);
  });

  test("is found by several workers at once and settles once", async () => {
    const quote = await market.quote();
    await market.push(market.sign(quote));
    await Promise.all([reconcile(), reconcile(), reconcile()]);
    expect([await stateOf(quote), ...(await counts(quote))]).toEqual(["GRANTED", 1, 1]);
  });
});

test("a quote that nobody pays expires after its grace, not before", async () => {
  const early = await market.quote({ context: market.newContext({ quoteTtlMs: -80_000 }) });
  const over = await market.quote({ context: market.newContext({ quoteTtlMs: -100_000 }) });
  market.ledger.advance(183); // what was signed with the blockhash of the quote can land no more, and that is final
  await reconcile();
  expect(await stateOf(early)).toBe("QUOTED");
  expect(await getPaymentStatus(over.id)).toMatchObject({ state: "EXPIRED", reason: "not_paid" });
});

test("a node that does not answer leaves the payment under way, and it settles when the node is back", async () => {
  const quote = await market.quote();
  const raw = market.sign(quote);
  await market.context.connection.genesisHash();
  market.ledger.outage = true;
  const during = await submit(
    quote,
    { ...market.context, config: { ...market.context.config, waitMs: 0 } },
    raw,
  );
  expect(during).toMatchObject({ state: "SUBMITTED", reason: "ledger_unavailable" });
  const report = await reconcile();
  expect(report.settled).toBe(0);
  market.ledger.outage = false;
  await reconcile();
  expect((await submit(quote, market.newContext(), raw)).state).toBe("GRANTED");
  expect(await counts(quote)).toEqual([1, 1]);
});

describe("a process that dies", () => {
  const steps: SettlementStep[] = ["submission_recorded", "broadcast", "payment_seen"];
  test.each(steps)(
    "after %s loses nothing: a fresh process makes one settlement and one grant",
    async (step) => {
      const quote = await market.quote();
      const dying = market.newContext();
      dying.onStep = (reached) => {
        if (reached === step) throw new Error("the process died");
      };
      await expect(submit(quote, dying)).rejects.toThrow("the process died");
      expect(await counts(quote)).toEqual([0, 0]);
      expect(
        (await market.database().quote.findUniqueOrThrow({ where: { id: quote.id } })).signature,
      ).not.toBeNull();

      await reconcile(); // broadcasts what was recorded
      market.ledger.advance(2);
      await reconcile();
      expect([await stateOf(quote), ...(await counts(quote))]).toEqual(["GRANTED", 1, 1]);
      await expect(takeGrant({ quoteId: quote.id, runId: newId("run") })).resolves.toMatchObject({
        attempts: 1,
      });
    },
  );

  test("after recording is also overcome by the buyer's own retry", async () => {
    const quote = await market.quote();
    const raw = market.sign(quote);
    const dying = market.newContext();
    dying.onStep = () => {
      throw new Error("the process died");
    };
    await expect(submit(quote, dying, raw)).rejects.toThrow();
    expect((await submit(quote, market.newContext(), raw)).state).toBe("GRANTED");
  });
});

describe("a reorganisation", () => {
  const settlementOf = (quote: QuoteRecord) =>
    market.database().settlement.findUniqueOrThrow({ where: { quoteId: quote.id } });

  test("that drops a confirmed payment: the same bytes are broadcast again and become final", async () => {
    await watchUntilQuiet();
    const quote = await market.quote();
    const fork = market.ledger.fork();
    expect((await submit(quote)).state).toBe("GRANTED");
    market.ledger.rollback(fork);
    expect(await watchFinality(market.newContext())).toMatchObject({ rebroadcast: 1, orphaned: 0 });
    market.ledger.advance(40);
    expect(await watchFinality(market.newContext())).toMatchObject({ finalized: 1 });
    expect((await settlementOf(quote)).finalizedAt).not.toBeNull();
    expect([await stateOf(quote), ...(await counts(quote))]).toEqual(["GRANTED", 1, 1]);
  });

  test("after which the payment can no longer land withdraws the unused grant", async () => {
    await watchUntilQuiet();
    const quote = await market.quote();
    const fork = market.ledger.fork();
    await submit(quote);
    market.ledger.rollback(fork);
    market.ledger.advance(200);
    expect(await watchFinality(market.newContext())).toMatchObject({ orphaned: 1 });
    expect(await stateOf(quote)).toBe("ORPHANED");
    expect((await settlementOf(quote)).orphanedAt).not.toBeNull();
    await expect(takeGrant({ quoteId: quote.id, runId: newId("run") })).rejects.toMatchObject({
      code: "SETTLEMENT_FAILED",
    });
    await expect(
      submit(quote, market.context, market.sign(quote, { blockhash: await market.freshBlockhash() })),
    ).rejects.toMatchObject({
      code: "SETTLEMENT_FAILED",
    });
  });

  test("leaves a grant that is in use with its run, and records the loss", async () => {
    await watchUntilQuiet();
    const quote = await market.quote();
    const fork = market.ledger.fork();
    await submit(quote);
    await takeGrant({ quoteId: quote.id, runId: newId("run") });
    market.ledger.rollback(fork);
    market.ledger.advance(200);
    await watchFinality(market.newContext());
    const grant = await market.database().grant.findFirstOrThrow({ where: { quoteId: quote.id } });
    expect([await stateOf(quote), grant.state]).toEqual(["ORPHANED", "RUNNING"]);
  });

  async function watchUntilQuiet(): Promise<void> {
    market.ledger.advance(40);
    while ((await watchFinality(market.newContext())).finalized > 0) market.ledger.advance(40);
  }
});

test("a quote of another ledger is not paid on this one", async () => {
  const quote = await market.quote();
  await market.database().quote.update({ where: { id: quote.id }, data: { genesisHash: "1".repeat(32) } });
  await expect(submit(quote)).rejects.toMatchObject({
    code: "QUOTE_EXPIRED",
    details: { reason: "ledger_replaced" },
  });
  await reconcile();
  expect(await getPaymentStatus(quote.id)).toMatchObject({ state: "EXPIRED", reason: "ledger_replaced" });
});

test("a price is held for longer than a blockhash lives: the quote takes a younger one before it is signed", async () => {
  const quote = await market.quote();
  market.ledger.advance(200);
  const refreshed = await refreshQuote(quote, market.context);
  expect(refreshed.blockhash).not.toBe(quote.blockhash);
  expect((await submit(refreshed)).state).toBe("GRANTED");
  expect((await refreshQuote(refreshed, market.context)).state).toBe("GRANTED");
});
