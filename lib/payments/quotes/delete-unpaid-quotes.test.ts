import bs58 from "bs58";
import { beforeEach, expect, test } from "vitest";
import type { Prisma } from "@/lib/db/generated/client";
import { compareWithChain } from "@/lib/payments/books/books";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { LyingNode } from "@/lib/payments/testing/lying-node";
import { PaidMarket } from "@/lib/payments/testing/paid-market";
import { deleteUnpaidQuotes } from "@/lib/payments/quotes/delete-unpaid-quotes";
import { deleteUnpaid } from "@/lib/payments/quotes/quote-repository";
import { SolanaConnection } from "@/lib/chain/solana/connection";

const market = new PaidMarket();
const node = new LyingNode(() => market.url);
const DAY_MS = 86_400_000;
const aSignature = (n: number) => bs58.encode(Buffer.alloc(64, n));
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

beforeEach(async () => {
  node.lies.clear();
  await market.database().callKey.deleteMany();
  await market.database().grant.deleteMany();
  await market.database().settlement.deleteMany();
  await market.database().quote.deleteMany();
});

/** A quote that ended so many days ago and was given up then. */
async function givenUp(
  days: number,
  { agent = false, ...facts }: Prisma.QuoteUncheckedUpdateInput & { agent?: boolean } = {},
) {
  const { id } = await market.quote(agent ? { payerAddress: null } : {});
  const at = daysAgo(days);
  const data = { state: "EXPIRED", reason: "not_paid", createdAt: at, expiresAt: at, updatedAt: at } as const;
  return market.database().quote.update({ where: { id }, data: { ...data, ...facts } });
}

const forget = (context: SettlementContext = market.context, limit?: number) =>
  deleteUnpaidQuotes(context, limit === undefined ? {} : { limit });
const stays = async ({ id }: { id: string }) =>
  (await market.database().quote.count({ where: { id } })) === 1;
const find = ({ id }: { id: string }) => market.database().quote.findUniqueOrThrow({ where: { id } });
const misled = (): SettlementContext => ({
  ...market.context,
  connection: new SolanaConnection({ url: node.url, blockhashCacheMs: 0 }),
});

test("what nobody paid goes 30 days after it was given up, and the books show no difference", async () => {
  const bought = await market.quote();
  await submitPayment({ quoteId: bought.id, rawTransaction: market.sign(bought) }, market.context);
  await market.database().quote.update({ where: { id: bought.id }, data: { updatedAt: daysAgo(400) } });
  const open = await market.quote();
  await market.database().quote.update({ where: { id: open.id }, data: { updatedAt: daysAgo(400) } });
  const old = [await givenUp(31), await givenUp(400, { agent: true })];
  const others = [
    await givenUp(29),
    await givenUp(400, { reason: "never_landed", signature: aSignature(1), rawTransaction: Buffer.of(1) }),
    await givenUp(400, { agent: true, reportedSignature: aSignature(2) }),
    await givenUp(400, { state: "LATE_UNAPPLIED", signature: aSignature(3), payerAddress: "p" }),
  ];
  for (const [i, { id: quoteId }] of [...old, ...others].entries()) {
    await market.database().callKey.create({ data: { keyHash: `key-${i}`, requestDigest: "d", quoteId } });
  }
  const before = await compareWithChain(market.context);

  expect(await forget()).toEqual({ forgotten: 2, paid: 0, putOff: 0 });
  expect(await Promise.all(old.map(stays))).toEqual([false, false]);
  expect(await Promise.all([bought, open, ...others].map(stays))).toEqual(Array(6).fill(true));
  expect(await market.database().callKey.count()).toBe(4);
  expect(await compareWithChain(market.context)).toEqual({ ...before, quotes: before.quotes - 2 });
  expect(before.differences).toEqual([]);
  expect(await forget()).toEqual({ forgotten: 0, paid: 0, putOff: 0 });
});

test("a payment that came long after its quote is recorded as late before anything is forgotten", async () => {
  const byWallet = await givenUp(31);
  const byAgent = await givenUp(31, { agent: true });
  const blockhash = await market.freshBlockhash();
  const signatures = [
    await market.push(market.sign(byWallet, { blockhash })),
    await market.push(market.sign(byAgent, { blockhash, omitReference: true })),
  ];
  expect(await forget()).toEqual({ forgotten: 0, paid: 2, putOff: 0 });
  for (const [i, quote] of [byWallet, byAgent].entries()) {
    expect(await find(quote)).toMatchObject({
      state: "LATE_UNAPPLIED",
      reason: "landed_too_late",
      signature: signatures[i],
    });
  }
  expect((await compareWithChain(market.context)).differences).toEqual([]);
});

test("a payment that came in time and nobody noticed is granted", async () => {
  const quote = await market.quote();
  await market.push(market.sign(quote));
  const data = { state: "EXPIRED", reason: "not_paid", updatedAt: daysAgo(31) } as const;
  await market.database().quote.update({ where: { id: quote.id }, data });
  expect(await forget()).toEqual({ forgotten: 0, paid: 1, putOff: 0 });
  expect(await find(quote)).toMatchObject({ state: "GRANTED" });
  expect((await compareWithChain(market.context)).differences).toEqual([]);
});

test("junk that names the reference keeps no quote", async () => {
  const quote = await givenUp(31);
  const junk = { blockhash: await market.freshBlockhash(), creatorLamports: 1n };
  await market.push(market.sign(quote, junk));
  expect(await forget()).toEqual({ forgotten: 1, paid: 0, putOff: 0 });
});

test("a node that does not answer forgets nothing, one that answers half way what it was asked", async () => {
  const [older, newer] = [await givenUp(40), await givenUp(35)];
  node.lies.set("getSignaturesForAddress", () => {
    throw new Error("busy");
  });
  expect(await forget(misled())).toEqual({ forgotten: 0, paid: 0, putOff: 0 });
  let asked = 0;
  node.lies.set("getSignaturesForAddress", () => {
    if (asked++ > 0) throw new Error("busy");
  });
  expect(await forget(misled())).toEqual({ forgotten: 1, paid: 0, putOff: 0 });
  expect([await stays(older), await stays(newer)]).toEqual([false, true]);
});

test("what the node cannot tell stays, and does not stand in the way of what it can", async () => {
  const chain = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";
  const elsewhere = await givenUp(50, { genesisHash: chain });
  const tooOld = await givenUp(45);
  const known = await givenUp(40, { lastValidBlockHeight: 1_000_000n });
  node.lies.set("getFirstAvailableBlock", () => 900_000);
  expect(await forget(misled(), 2)).toEqual({ forgotten: 0, paid: 0, putOff: 2 });
  expect(await forget(misled(), 2)).toEqual({ forgotten: 1, paid: 0, putOff: 0 });
  expect(await Promise.all([elsewhere, tooOld, known].map(stays))).toEqual([true, true, false]);
});

test("one that cannot be looked at keeps no other from being forgotten", async () => {
  const broken = await givenUp(50);
  const signature = await market.push(market.sign(broken, { blockhash: await market.freshBlockhash() }));
  await givenUp(1, { state: "LATE_UNAPPLIED", signature, payerAddress: "p" }); // a second with one signature is refused
  await givenUp(40);
  expect(await forget()).toEqual({ forgotten: 1, paid: 0, putOff: 1 });
  expect(await stays(broken)).toBe(true);
});

test("quotes of a local ledger that is gone go without being looked for", async () => {
  const quote = await givenUp(31, { genesisHash: "1".repeat(32) });
  expect(await forget()).toEqual({ forgotten: 1, paid: 0, putOff: 0 });
  expect(await stays(quote)).toBe(false);
});

test("a quote that is paid between the look and the deletion stays", async () => {
  const quote = await givenUp(31);
  const signature = await market.push(market.sign(quote, { blockhash: await market.freshBlockhash() }));
  expect((await submitSignature({ quoteId: quote.id, signature }, market.context)).state).toBe(
    "LATE_UNAPPLIED",
  );
  expect(await deleteUnpaid([quote.id])).toBe(0);
  expect(await stays(quote)).toBe(true);
});
