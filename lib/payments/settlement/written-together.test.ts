import { randomBytes } from "node:crypto";
import bs58 from "bs58";
import { expect, test } from "vitest";
import { isUniqueViolation } from "@/lib/db/transaction";
import { findQuote, recordSubmission } from "@/lib/payments/quotes/quote-repository";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { insertSettlement, type Payment } from "@/lib/payments/settlement/settlement-repository";
import { PaidMarket } from "@/lib/payments/testing/paid-market";

// What comes at the same moment is written by one statement: nobody's payment may hang on a stranger's.
const market = new PaidMarket();

const newSignature = () => bs58.encode(randomBytes(64));
const quotes = (count: number) => Promise.all(Array.from({ length: count }, () => market.quote()));

const paymentOf = (quote: QuoteRecord, signature = newSignature()): Payment => ({
  payerAddress: market.buyer.publicKey.toBase58(),
  signature,
  rawTransaction: randomBytes(300),
  slot: 7n,
  lastValidBlockHeight: quote.lastValidBlockHeight + 1n,
  excessLamports: 0n,
  settledAt: new Date(),
  token: null,
});

const submissionOf = (quote: QuoteRecord, signature = newSignature()) => ({
  payerAddress: market.buyer.publicKey.toBase58(),
  signature,
  rawTransaction: randomBytes(300),
  blockhash: quote.blockhash,
  lastValidBlockHeight: quote.lastValidBlockHeight,
});

test("quotes that are written together are read as they were returned", async () => {
  for (const quote of await quotes(4)) expect(await findQuote(quote.id)).toEqual(quote);
});

test("of settlements made together, one whose transaction has paid another quote fails alone", async () => {
  const [paid, ...rest] = await quotes(5);
  if (!paid) throw new Error("no quote");
  const used = paymentOf(paid);
  await insertSettlement(paid, used);
  const outcomes = await Promise.allSettled(
    rest.map((quote, i) => insertSettlement(quote, paymentOf(quote, i === 1 ? used.signature : undefined))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  const refusal = outcomes[1]?.status === "rejected" ? (outcomes[1].reason as unknown) : null;
  expect(isUniqueViolation(refusal, "signature")).toBe(true);
  for (const [i, quote] of rest.entries()) {
    const state = i === 1 ? "QUOTED" : "GRANTED";
    expect((await findQuote(quote.id))?.state).toBe(state);
    const { grant } = market.database();
    expect(await grant.count({ where: { quoteId: quote.id } })).toBe(state === "GRANTED" ? 1 : 0);
  }
});

test("one quote settled twice at the same moment has one settlement, which is the one that was told", async () => {
  const [quote] = await quotes(1);
  if (!quote) throw new Error("no quote");
  const made = await Promise.all([1, 2, 3].map(() => insertSettlement(quote, paymentOf(quote))));
  const told = made.filter((each) => each !== null);
  expect(told).toHaveLength(1);
  expect(await findQuote(quote.id)).toEqual(told[0]?.quote);
  const settlements = await market.database().settlement.findMany({ where: { quoteId: quote.id } });
  expect(settlements.map(({ signature }) => signature)).toEqual([told[0]?.quote.signature]);
});

test("of submissions made together each quote takes one, and each transaction pays one quote", async () => {
  const [first, second, third] = await quotes(3);
  if (!first || !second || !third) throw new Error("no quotes");
  const shared = newSignature();
  const recorded = await Promise.all([
    recordSubmission(first, submissionOf(first)),
    recordSubmission(first, submissionOf(first)),
    recordSubmission(second, submissionOf(second, shared)),
    recordSubmission(third, submissionOf(third, shared)),
  ]);
  const [one, other, ...sharers] = recorded;
  expect([one, other].filter((each) => each !== null)).toHaveLength(1);
  expect(sharers.filter((each) => each !== null)).toHaveLength(1);
  const told = recorded.filter((each) => each !== null);
  for (const quote of told) {
    expect(await findQuote(quote.id)).toMatchObject({ state: "SUBMITTED", signature: quote.signature });
  }
});
