import { setTimeout as sleep } from "node:timers/promises";
import bs58 from "bs58";
import { expect, test, vi } from "vitest";
import { getPaymentStatus } from "@/lib/payments/settlement/payment-status";
import { reconcileQuote, reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { LyingNode } from "@/lib/payments/testing/lying-node";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { SolanaConnection } from "@/lib/chain/solana/connection";

const market = new PaidMarket({ slotMs: 1_000 });
const node = new LyingNode(() => market.url);
const slow = () => ({
  ...market.context,
  connection: new SolanaConnection({ url: node.url, blockhashCacheMs: 0 }),
});

test("a payment that a worker has sent on, while the refusal of its rehearsal was on its way, is not called rejected", async () => {
  const quote = await market.quote();
  await market.drainBuyer();
  node.delays.set("sendTransaction", async () => {
    node.delays.clear();
    await market.refillBuyer();
    await sleep(2_100);
    await reconcileQuotes(market.context); // sends it, and is gone before it lands
  });
  const submitted = submitPayment({ quoteId: quote.id, rawTransaction: market.sign(quote) }, slow());
  expect(await submitted).toMatchObject({ state: "GRANTED", callsLeft: 1 });
});

test("one that is refused at once can be paid anew at once", async () => {
  const quote = await market.quote();
  await market.drainBuyer();
  const submitted = submitPayment({ quoteId: quote.id, rawTransaction: market.sign(quote) }, slow());
  await expect(submitted).rejects.toMatchObject({ code: "TRANSACTION_REJECTED" });
  expect(await getPaymentStatus(quote.id)).toMatchObject({ state: "QUOTED", signature: null });
  await market.refillBuyer();
  // Who has read the quote before it was given back sends nothing on that its buyer was told is rejected.
  const rawTransaction = market.sign(quote);
  const signature = bs58.encode(rawTransaction.subarray(1, 65));
  const asRead = { ...quote, state: "SUBMITTED" as const, signature, rawTransaction };
  expect((await reconcileQuote(asRead, market.context, { rebroadcast: true })).outcome).toBe("open");
  market.ledger.advance(2);
  expect(await market.context.connection.signatureState(signature)).toBeNull();
});

test("a buyer whose payment is on its way does not wait an hour longer because the clock is set back", async () => {
  const quote = await market.quote();
  const context = { ...slow(), config: { ...market.context.config, waitMs: 500 } };
  let asked = 0;
  node.lies.set("getSignatureStatuses", ([signatures]) => {
    asked += 1;
    return {
      context: { slot: market.ledger.slot() },
      value: (signatures as string[]).map(() => null),
    };
  });
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  const submitted = submitPayment({ quoteId: quote.id, rawTransaction: market.sign(quote) }, context);
  await sleep(200);
  vi.setSystemTime(Date.now() - 3_600_000);
  await submitted.finally(() => vi.useRealTimers());
  node.lies.clear();
  expect(asked).toBeLessThan(100);
});
