import { afterAll, beforeAll, expect, test } from "vitest";
import { Ledger } from "@/lib/chain/ledger/ledger";
import { serveLedger, type LedgerServer } from "@/lib/chain/ledger/server";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import { getPaymentStatus } from "@/lib/payments/settlement/payment-status";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { PaidMarket, WAIT_MS } from "@/lib/payments/testing/paid-market";
import { SolanaConnection } from "@/lib/chain/solana/connection";

// Above a price, one node's word is not enough: the first could invent a payment or a chain.
const market = new PaidMarket();
let elsewhere: LedgerServer;

beforeAll(async () => {
  elsewhere = await serveLedger(new Ledger({ slotMs: 50 }));
});
afterAll(() => elsewhere.close());

function contextWith(url: string, witnessAboveLamports = 10_000n): SettlementContext {
  const witness = new SolanaConnection({ url, blockhashCacheMs: 0 });
  return { ...market.newContext({ witnessAboveLamports, waitMs: 300 }), witness };
}

async function payWith(context: SettlementContext) {
  const quote = await market.quote();
  const rawTransaction = market.sign(quote);
  return { quote, status: await submitPayment({ quoteId: quote.id, rawTransaction }, context) };
}

test("a dear call is granted when both nodes show the payment", async () => {
  const strict = contextWith(market.url);
  expect((await payWith({ ...strict, config: { ...strict.config, waitMs: WAIT_MS } })).status.state).toBe(
    "GRANTED",
  );
});

test.each([
  ["another chain", () => elsewhere.url],
  ["nobody", () => "http://127.0.0.1:9"],
])("a dear call waits while the second node is on %s, and is granted when it is back", async (_name, url) => {
  const { quote, status } = await payWith(contextWith(url()));
  expect(status).toMatchObject({ state: "SUBMITTED", grantId: null });
  const later = { now: () => new Date(Date.now() + 3_600_000) };
  market.ledger.advance(200);
  await reconcileQuotes({ ...contextWith(url()), clock: later }, { evenIfJustSeen: true });
  expect((await getPaymentStatus(quote.id)).state).toBe("SUBMITTED"); // paid, so it never expires
  await reconcileQuotes({ ...contextWith(market.url), clock: later }, { evenIfJustSeen: true });
  expect((await getPaymentStatus(quote.id)).state).toBe("GRANTED");
});

test("a payment a wallet has sent waits in the same way, and its quote does not expire", async () => {
  const quote = await market.quote();
  const signature = await market.push(market.sign(quote));
  const alone = contextWith(elsewhere.url);
  expect(await submitSignature({ quoteId: quote.id, signature }, alone)).toMatchObject({
    reason: "not_seen_yet",
  });
  const later = { now: () => new Date(Date.now() + 3_600_000) };
  await reconcileQuotes({ ...alone, clock: later }, { evenIfJustSeen: true });
  expect((await getPaymentStatus(quote.id)).state).toBe("QUOTED");
  await reconcileQuotes({ ...contextWith(market.url), clock: later }, { evenIfJustSeen: true });
  expect((await getPaymentStatus(quote.id)).state).toBe("GRANTED");
});

test("a cheap call is granted on one node's word", async () => {
  const context = contextWith("http://127.0.0.1:9", 50_000n);
  const { status } = await payWith({ ...context, config: { ...context.config, waitMs: WAIT_MS } });
  expect(status.state).toBe("GRANTED");
});
