import { expect, test } from "vitest";
import {
  exportPurchases,
  findPurchase,
  getSpendingOfPeriod,
  listPurchases,
  listUnfinishedPurchases,
} from "@/lib/payments/purchases";
import { getSpending } from "@/lib/payments/limits/get-spending";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { makeAccount, newAddress } from "@/lib/testing/builders";

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

test("spending adds up by day, skill and own key, with tokens at the ratio of their quote", async () => {
  const payer = newAddress();
  const own = await makeAccount({ address: payer });
  const other = await makeAccount({ address: newAddress() });
  const { apiKey, quote: quotes, settlement } = market.database();
  const key = async (id: string, accountId: string) => {
    await apiKey.create({ data: { id, accountId, name: `agent ${id}`, keyHash: `hash ${id}`, prefix: id } });
    return id;
  };
  const [mine, theirs] = [await key("emp_mine", own.accountId), await key("emp_theirs", other.accountId)];
  const day = 86_400_000;
  const paid = async (askedWithKeyId: string | null, daysAgo: number, change = {}) => {
    const { id } = await pay(1);
    await quotes.update({ where: { id }, data: { askedWithKeyId, payerAddress: payer } });
    const settledAt = new Date(Date.now() - daysAgo * day);
    const data = { payerAddress: payer, settledAt, ...change };
    return settlement.update({ where: { quoteId: id }, data });
  };
  await paid(mine, 0);
  await paid(mine, 1, { excessLamports: 7n });
  await paid(theirs, 6);
  await paid(null, 7); // in the period before
  await paid(mine, 0, { orphanedAt: new Date() });
  // 100 units were asked for 50,000 lamports, and 101 were paid: 50,500. Four thirds of 50,000 are rounded up.
  const inToken = async (asked: bigint, units: bigint) => {
    const { quoteId } = await paid(null, 0, {
      tokenMint: newAddress(),
      tokenUnits: units,
      tokenFeeUnits: 0n,
      creatorLamports: 0n,
      feeLamports: 0n,
    });
    const token = {
      tokenMint: newAddress(),
      tokenUnits: asked,
      tokenDecimals: 6,
      tokenAccount: "a",
      tokenFeePayer: "a",
    };
    await quotes.update({ where: { id: quoteId }, data: { rail: "mpp", ...token } });
  };
  await inToken(100n, 101n);
  await inToken(3n, 4n);

  const { lamports, skills, keys } = await getSpendingOfPeriod(own.accountId, 7);
  expect(lamports.current).toEqual([50_000n, 0n, 0n, 0n, 0n, 50_007n, 50_000n + 50_500n + 66_667n]);
  expect(lamports.previous).toEqual([0n, 0n, 0n, 0n, 0n, 0n, 50_000n]);
  expect(skills).toMatchObject([{ calls: 5, lamports: 267_174n, keyName: null }]);
  expect(keys).toEqual([
    { name: null, keyName: null, calls: 3, lamports: 167_167n },
    { name: "emp_mine", keyName: "agent emp_mine", calls: 2, lamports: 100_007n },
  ]);
  const nothing = await getSpendingOfPeriod(other.accountId, 7);
  expect([nothing.skills, nothing.keys]).toEqual([[], []]);
  expect(nothing.lamports.current.every((amount) => amount === 0n)).toBe(true);

  // What somebody else calls their key is shown to them alone.
  const { purchases } = await listPurchases(own.accountId, null);
  expect(new Set(purchases.map(({ keyName }) => keyName))).toEqual(new Set([null, "agent emp_mine"]));

  const { results } = await getSpending({ address: payer, accountId: own.accountId, before: null });
  expect(new Set(results.map(({ key }) => key?.name ?? null))).toEqual(new Set([null, "agent emp_mine"]));

  const lines: string[] = [];
  for await (const line of exportPurchases(own.accountId)) lines.push(line);
  expect(lines).toHaveLength(8);
  expect(lines[0]).toBe(
    "settled_at_utc,skill,version,calls,calls_made,paid_lamports,token,token_units,payer,payee,key,key_name,transaction,state,receipt\r\n",
  );
  expect(lines.at(-1)).toMatch(
    new RegExp(
      `^2\\d{3}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,paid\\w+,1\\.0\\.0,1,0,50000,,,${payer},\\w+,emp_mine,agent emp_mine,\\w+,confirmed,\r\n$`,
    ),
  );
});

test("a payment is found by the signature of its transaction, by the account whose wallet paid", async () => {
  const payer = newAddress();
  const own = await makeAccount({ address: payer });
  const other = await makeAccount({ address: newAddress() });
  const { id: quoteId } = await pay(1);
  const { signature } = await market
    .database()
    .settlement.update({ where: { quoteId }, data: { payerAddress: payer } });
  expect(await findPurchase(own.accountId, signature)).toMatchObject({ quoteId, state: "confirmed" });
  expect(await findPurchase(other.accountId, signature)).toBeNull();
  for (const text of ["", "x", payer, `${signature}1`, "\0"])
    expect(await findPurchase(own.accountId, text)).toBeNull();
});
