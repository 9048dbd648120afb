import { expect, test } from "vitest";
import { listPurchases, listUnfinishedPurchases } from "@/lib/payments/purchases";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { makeAccount } from "@/lib/testing/builders";

const market = new PaidMarket();

async function pay(calls: number) {
  const quote = await market.quote(calls === 1 ? {} : { calls, input: null });
  await submitPayment({ quoteId: quote.id, rawTransaction: market.sign(quote) }, market.context);
  return quote;
}

test("a buyer finds what the account's wallets paid for, with what is left of it, and nobody else does", async () => {
  const buyer = await makeAccount({ address: market.buyer.publicKey.toBase58() });
  const creator = await makeAccount({ address: market.creator.publicKey.toBase58() });
  expect(await listPurchases(buyer.accountId, null)).toEqual({ purchases: [], next: null });
  await pay(1);
  const several = await pay(3);
  const grants = market.database().grant;
  for (const state of ["RUNNING", "CONSUMED"] as const)
    await grants.updateMany({
      where: { quoteId: several.id, position: 1 },
      data: { state, runId: `run_${several.id}` },
    });
  const vanished = await pay(1);
  const data = { orphanedAt: new Date() };
  await market.database().settlement.update({ where: { quoteId: vanished.id }, data });

  const { purchases, next } = await listPurchases(buyer.accountId, null);
  expect(next).toBeNull();
  expect(purchases).toMatchObject([
    { calls: 1, callsMade: 0, state: "vanished" },
    { calls: 3, callsMade: 1, state: "confirmed", paidLamports: 150_000n, receiptId: null },
    { calls: 1, callsMade: 0, paidLamports: 50_000n, payeeAddress: market.creator.publicKey.toBase58() },
  ]);
  const older = await listPurchases(buyer.accountId, purchases[1]?.id ?? null);
  expect(older.purchases.map(({ id }) => id)).toEqual([purchases[2]?.id]);
  expect((await listPurchases(creator.accountId, null)).purchases).toEqual([]);

  // What is not over is found as such: the vanished payment is, and a quote that nobody signed was never begun.
  const unfinished = () => listUnfinishedPurchases(buyer.accountId);
  const quote = await market.quote();
  expect(await unfinished()).toMatchObject([
    { quoteId: several.id, step: "paid", calls: 3, callsMade: 1 },
    { step: "paid", calls: 1, callsMade: 0 },
  ]);
  await grants.updateMany({
    where: { quoteId: several.id, position: 2 },
    data: { state: "RUNNING", runId: `run_2_${several.id}` },
  });
  const submitted = { state: "SUBMITTED" as const, signature: `signature of ${quote.id}` };
  await market.database().quote.update({ where: { id: quote.id }, data: submitted });
  expect(await unfinished()).toMatchObject([
    { quoteId: quote.id, step: "sent", callsMade: 0 },
    { quoteId: several.id, step: "running" },
    { step: "paid" },
  ]);
  expect(await listUnfinishedPurchases(creator.accountId)).toEqual([]);
});
