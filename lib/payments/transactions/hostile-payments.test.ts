import { ComputeBudgetProgram, PublicKey, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import { consumeGrant, releaseStaleGrants, takeGrant } from "@/lib/payments/grants/grants";
import { getPaymentStatus } from "@/lib/payments/settlement/payment-status";
import { noteReportedSignature } from "@/lib/payments/quotes/quote-repository";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { watchFinality } from "@/lib/payments/settlement/watch-finality";

// What buyers, their wallets and strangers do that nobody has asked for.
const market = new PaidMarket();

const submit = ({ id }: QuoteRecord, rawTransaction: Uint8Array, context = market.context) =>
  submitPayment({ quoteId: id, rawTransaction }, context);
const claim = ({ id }: QuoteRecord, signature: string) =>
  submitSignature({ quoteId: id, signature }, market.context);
const statusOf = ({ id }: QuoteRecord) => getPaymentStatus(id);
const impatient = () => market.newContext({ waitMs: 0 });
const look = (ms = 0) =>
  reconcileQuotes(
    { ...impatient(), clock: { now: () => new Date(Date.now() + ms) } },
    { evenIfJustSeen: true },
  );
const grantOf = ({ id: quoteId }: QuoteRecord) =>
  market.database().grant.findFirstOrThrow({ where: { quoteId } });

describe("a payment that landed is not lost", () => {
  test("for a priority fee beyond what is sent for a buyer: it was the wallet's to pay", async () => {
    const quote = await market.quote();
    const extra = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 500_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 6_000_000 }),
      ComputeBudgetProgram.requestHeapFrame({ bytes: 64 * 1024 }),
    ];
    const raw = market.sign(quote, { extra });
    await expect(submit(quote, raw)).rejects.toMatchObject({ code: "TRANSACTION_REJECTED" });
    expect((await claim(quote, await market.push(raw))).state).toBe("GRANTED");
  });

  test("for an earlier report of a transaction that never landed", async () => {
    const quote = await market.quote({ payerAddress: null });
    await noteReportedSignature(market.database(), quote.id, bs58.encode(Buffer.alloc(64, 9)));
    await market.push(market.sign(quote, { omitReference: true })); // and the agent is gone
    market.ledger.advance(183);
    await look(3_600_000);
    expect((await statusOf(quote)).state).toBe("GRANTED");
  });

  test("because its payer has sent another besides, too late", async () => {
    const quote = await market.quote();
    market.ledger.dropNext = 1;
    const raw = market.sign(quote);
    expect((await submit(quote, raw, impatient())).state).toBe("SUBMITTED");
    const signature = await market.push(market.sign(quote, { blockhash: await market.freshBlockhash() }));
    const expiresAt = new Date(Date.now() - 3_600_000);
    await market.database().quote.update({ where: { id: quote.id }, data: { expiresAt } });
    await claim(quote, signature);
    expect((await statusOf(quote)).state).toBe("SUBMITTED");
    await submit(quote, raw);
    await look(60_000);
    market.ledger.advance(1);
    await look(120_000);
    expect(await statusOf(quote)).toMatchObject({
      state: "GRANTED",
      signature: bs58.encode(raw.subarray(1, 65)),
    });
  });
});

describe("what a reorganisation took back", () => {
  test.each([
    [
      "a run that fails",
      async (runId: string) => void (await consumeGrant({ runId, end: "failed_by_skill" })),
    ],
    ["a run whose process died", async () => void (await releaseStaleGrants({ olderThanMs: 0 }))],
  ])("is not given again by %s", async (_, end) => {
    const quote = await market.quote();
    const fork = market.ledger.fork();
    await submit(quote, market.sign(quote));
    const runId = newId("run");
    await takeGrant({ quoteId: quote.id, runId });
    market.ledger.rollback(fork);
    market.ledger.dropNext = 1_000_000;
    market.ledger.advance(200);
    expect(await watchFinality(impatient())).toMatchObject({ orphaned: 1 });
    market.ledger.dropNext = 0;
    await end(runId);
    expect(await grantOf(quote)).toMatchObject({ state: "WITHDRAWN" });
    const again = takeGrant({ quoteId: quote.id, runId: newId("run") });
    await expect(again).rejects.toMatchObject({ code: "SETTLEMENT_FAILED" });
  });

  test("and whose run was not heard of for long is not taken over", async () => {
    const quote = await market.quote();
    await submit(quote, market.sign(quote));
    await takeGrant({ quoteId: quote.id, runId: newId("run") });
    const { grant, quote: quotes } = market.database();
    await quotes.update({ where: { id: quote.id }, data: { state: "ORPHANED" } });
    await grant.updateMany({ where: { quoteId: quote.id }, data: { updatedAt: new Date(0) } });
    const again = takeGrant({ quoteId: quote.id, runId: newId("run") });
    await expect(again).rejects.toMatchObject({ code: "RUN_IN_PROGRESS" });
    expect((await grantOf(quote)).attempts).toBe(1);
  });
});

test("a dear payment that failed is not paid again before its failure is final", async () => {
  const context = market.newContext({ finalizedAboveLamports: 10_000n, waitMs: 0 });
  const quote = await market.quote({ context });
  market.ledger.dropNext = 1;
  const raw = market.sign(quote);
  expect((await submit(quote, raw, context)).state).toBe("SUBMITTED");
  await market.drainBuyer();
  await market.push(raw);
  await look(60_000);
  expect((await statusOf(quote)).state).toBe("SUBMITTED");
  market.ledger.advance(40);
  await look(120_000);
  expect(await statusOf(quote)).toMatchObject({ state: "QUOTED", reason: "failed_on_chain" });
  await market.refillBuyer();
});

describe("one transaction and two quotes", () => {
  const reference = (quote: QuoteRecord) => ({
    pubkey: new PublicKey(quote.reference),
    isSigner: false,
    isWritable: false,
  });

  test("with both references pays the one whose memo it has", async () => {
    const [paid, named] = [await market.quote(), await market.quote()];
    const both = ComputeBudgetProgram.setComputeUnitLimit({ units: 20_000 });
    both.keys.push(reference(named));
    await market.push(market.sign(paid, { extra: [both] }));
    await look(60_000);
    expect([(await statusOf(paid)).state, (await statusOf(named)).state]).toEqual(["GRANTED", "QUOTED"]);
  });

  test("with both memos, or one memo that holds both, pays neither", async () => {
    const [a, b] = [await market.quote(), await market.quote()];
    for (const memos of [[a.memo, b.memo], [`${a.memo} ${b.memo}`], [`${a.memo}\0`], [` ${a.memo}`]]) {
      const signature = await market.push(
        market.sign(a, { memos, blockhash: await market.freshBlockhash() }),
      );
      for (const quote of [a, b]) {
        await expect(claim(quote, signature)).rejects.toMatchObject({ details: { reason: "memo_mismatch" } });
      }
    }
    await look(60_000);
    expect([(await statusOf(a)).state, (await statusOf(b)).state]).toEqual(["QUOTED", "QUOTED"]);
  });
});

describe("one payment, written in another way", () => {
  function asVersion0(quote: QuoteRecord): Buffer {
    const legacy = VersionedTransaction.deserialize(market.sign(quote)).message;
    const message = TransactionMessage.decompile(legacy).compileToV0Message();
    const transaction = new VersionedTransaction(message);
    transaction.sign([market.buyer]);
    return Buffer.from(transaction.serialize());
  }

  test("as version 0 without tables settles once, also with its legacy twin at the same moment", async () => {
    const quote = await market.quote();
    const outcomes = await Promise.allSettled([
      submit(quote, asVersion0(quote)),
      submit(quote, market.sign(quote)),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await market.database().grant.count({ where: { quoteId: quote.id } })).toBe(1);
  });

  test("with S of its signature plus the group order, or with bytes behind it, is none", async () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const quote = await market.quote();
    const raw = market.sign(quote);
    const malleable = Buffer.from(raw);
    const s = BigInt(`0x${Buffer.from(raw.subarray(33, 65)).reverse().toString("hex")}`) + order;
    Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse().copy(malleable, 33);
    const longLength = Buffer.concat([Buffer.from([0x81, 0x00]), raw.subarray(1)]); // one signature, in two bytes
    await expect(submit(quote, malleable)).rejects.toMatchObject({ details: { reason: "bad_signature" } });
    for (const bytes of [Buffer.concat([raw, Buffer.from([0])]), longLength, raw.subarray(0, -1)]) {
      await expect(submit(quote, bytes)).rejects.toMatchObject({
        details: { reason: "malformed_transaction" },
      });
    }
    expect((await submit(quote, raw)).state).toBe("GRANTED");
  });
});
