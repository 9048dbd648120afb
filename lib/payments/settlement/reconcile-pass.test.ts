import { beforeEach, expect, test } from "vitest";
import { getPaymentStatus } from "@/lib/payments/settlement/payment-status";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { LyingNode } from "@/lib/payments/testing/lying-node";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { SolanaConnection } from "@/lib/chain/solana/connection";

const QUOTES = 20;
const market = new PaidMarket();
const node = new LyingNode(() => market.url);

beforeEach(() => node.lies.clear());

test("a payee whose agents leave many quotes open has its transactions read once a pass, and each payment is found", async () => {
  const quotes = [];
  for (let i = 0; i < QUOTES; i++) quotes.push(await market.quote({ payerAddress: null }));
  const paid = quotes.filter((_, i) => i % 4 === 0);
  for (const quote of paid) await market.push(market.sign(quote, { omitReference: true }));
  market.ledger.advance(200);
  let read = 0;
  node.lies.set("getSignaturesForAddress", (_, result) => {
    read++;
    return result;
  });
  const usual = market.newContext({});
  const context: SettlementContext = {
    ...usual,
    connection: new SolanaConnection({ url: node.url, blockhashCacheMs: 0 }),
    clock: { now: () => new Date(Date.now() + 600_000) },
  };
  const report = await reconcileQuotes(context, { evenIfJustSeen: true });
  expect(report).toMatchObject({ settled: paid.length, expired: QUOTES - paid.length });
  expect(read).toBe(1);
  for (const { id } of paid) expect(await getPaymentStatus(id)).toMatchObject({ state: "GRANTED" });
});
