import { beforeEach, expect, test } from "vitest";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import { getPaymentStatus } from "@/lib/payments/settlement/payment-status";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { LyingNode } from "@/lib/payments/testing/lying-node";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { watchFinality } from "@/lib/payments/settlement/watch-finality";
import { SolanaConnection } from "@/lib/chain/solana/connection";

// Behind one address there are often several nodes, and one of them is behind the others: what it does not show may
// have happened.
const BEHIND_SLOTS = 200;
const market = new PaidMarket();
const pool = new LyingNode(() => market.url);

const context = (): SettlementContext => ({
  ...market.newContext({ waitMs: 0 }),
  connection: new SolanaConnection({ url: pool.url, blockhashCacheMs: 0 }),
});
const later = (ms = 600_000): SettlementContext => ({
  ...context(),
  clock: { now: () => new Date(Date.now() + ms) },
});
const statusOf = ({ id }: QuoteRecord) => getPaymentStatus(id);
const slotBehind = () => market.ledger.slot() - BEHIND_SLOTS;

/**
 * The next questions of this kind are answered by the node that is behind, which refuses what it is not to answer yet.
 */
function answeredBehind(method: string, answer: (params: unknown[]) => unknown): void {
  pool.lies.set(method, (params) => {
    const { minContextSlot = 0 } = (params.at(-1) ?? {}) as { minContextSlot?: number };
    if (minContextSlot > slotBehind()) throw new Error("Minimum context slot has not been reached");
    return answer(params);
  });
}

function nothingSeen(): void {
  answeredBehind("getTransaction", () => null);
  answeredBehind("getSignaturesForAddress", () => []);
  answeredBehind("getSignatureStatuses", ([signatures]) => ({
    context: { slot: slotBehind() },
    value: (signatures as string[]).map(() => null),
  }));
}

beforeEach(async () => {
  pool.lies.clear();
  await market.database().grant.deleteMany();
  await market.database().settlement.deleteMany();
  await market.database().quote.deleteMany();
});

test("a final payment keeps its grant while the node that is asked for it is behind", async () => {
  const quote = await market.quote();
  await market.push(market.sign(quote));
  await reconcileQuotes(context(), { evenIfJustSeen: true });
  market.ledger.advance(BEHIND_SLOTS - 10);
  nothingSeen();
  expect(await watchFinality(context())).toMatchObject({ orphaned: 0, waiting: 1 });
  pool.lies.clear();
  expect(await watchFinality(context())).toMatchObject({ finalized: 1 });
  expect((await statusOf(quote)).callsLeft).toBe(1);
});

test.each([
  [
    "handed in",
    async (quote: QuoteRecord) => {
      market.ledger.dropNext = 1;
      const raw = market.sign(quote);
      await submitPayment({ quoteId: quote.id, rawTransaction: raw }, context());
      await market.push(raw);
    },
  ],
  ["sent by the wallet", async (quote: QuoteRecord) => void (await market.push(market.sign(quote)))],
])("a payment %s is not given up while the node that is asked for it is behind", async (_, pay) => {
  const quote = await market.quote();
  await pay(quote);
  market.ledger.advance(BEHIND_SLOTS - 10);
  nothingSeen();
  await reconcileQuotes(later(), { evenIfJustSeen: true });
  expect((await statusOf(quote)).state).not.toBe("EXPIRED");
  pool.lies.clear();
  await reconcileQuotes(later(700_000), { evenIfJustSeen: true });
  expect((await statusOf(quote)).state).toBe("GRANTED");
});

test("a payment with a blockhash of the wallet's own has all its time, whichever node tells the height", async () => {
  const quote = await market.quote();
  const raw = market.sign(quote, { blockhash: await market.freshBlockhash() });
  answeredBehind("getBlockHeight", () => slotBehind());
  const submission = { quoteId: quote.id, rawTransaction: raw };
  await expect(submitPayment(submission, context())).rejects.toMatchObject({ code: "LEDGER_UNAVAILABLE" });
  expect((await statusOf(quote)).state).toBe("QUOTED"); // nothing was sent
  pool.lies.clear();
  market.ledger.dropNext = 1;
  const { quote: submitted } = await submitPayment(submission, context());
  expect(submitted.lastValidBlockHeight).toBeGreaterThan(BigInt(market.ledger.slot() + 100));
});

test("what is reported with such a blockhash can be sent again for as long as it can land", async () => {
  const quote = await market.quote();
  const signature = await market.push(market.sign(quote, { blockhash: await market.freshBlockhash() }));
  answeredBehind("getBlockHeight", () => slotBehind());
  const claim = () => submitSignature({ quoteId: quote.id, signature }, context());
  expect(await claim()).toMatchObject({ state: "QUOTED", reason: "ledger_unavailable" });
  pool.lies.clear();
  expect((await claim()).quote.lastValidBlockHeight).toBeGreaterThan(BigInt(market.ledger.slot() + 100));
});
