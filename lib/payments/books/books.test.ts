import { randomBytes } from "node:crypto";
import bs58 from "bs58";
import { beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { compareWithChain, findUnknownPayments } from "@/lib/payments/books/books";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { PaidMarket } from "@/lib/payments/testing/paid-market";

const market = new PaidMarket();
const compare = () => compareWithChain(market.context);

beforeEach(async () => {
  await market.database().grant.deleteMany();
  await market.database().settlement.deleteMany();
  await market.database().quote.deleteMany();
});

async function paid(calls = 1) {
  const quote = await market.quote(calls === 1 ? {} : { calls, input: null });
  await submitPayment({ quoteId: quote.id, rawTransaction: market.sign(quote) }, market.context);
  return quote;
}

test("books that agree with the chain show no difference, and the same total twice", async () => {
  await paid();
  await paid(3);
  const agent = await market.quote({ payerAddress: null });
  const rawTransaction = market.sign(agent, { omitReference: true });
  await submitPayment({ quoteId: agent.id, rawTransaction }, market.context);
  const overpaid = await market.quote();
  await market.push(market.sign(overpaid, { creatorLamports: overpaid.creatorLamports + 7n }));
  await reconcileQuotes(market.context, { evenIfJustSeen: true });
  await market.quote(); // not paid
  expect(await compare()).toEqual({
    quotes: 5,
    otherChain: 0,
    settlements: 4,
    bookLamports: 300_007n,
    chainLamports: 300_007n,
    differences: [],
  });
});

test("a payment the database does not know is found by its reference", async () => {
  const quote = await market.quote();
  const signature = await market.push(market.sign(quote));
  expect((await compare()).differences).toEqual([
    { quoteId: quote.id, kind: "paid_without_grant", signature },
  ]);
});

test("payments of agents that nobody reported are found by their memos, each for its own quote", async () => {
  const [first, unpaid, second] = [
    await market.quote({ payerAddress: null }),
    await market.quote({ payerAddress: null }),
    await market.quote({ payerAddress: null }),
  ];
  const pay = (quote: typeof first) => market.push(market.sign(quote, { omitReference: true }));
  const signatures = [await pay(first), await pay(second)];
  const found = (await compare()).differences;
  expect(found.map(({ quoteId, signature }) => [quoteId, signature])).toEqual([
    [first.id, signatures[0]],
    [second.id, signatures[1]],
  ]);
  expect(found.some(({ quoteId }) => quoteId === unpaid.id)).toBe(false);
});

test("what was sold after the copy a database was restored from is named, also when nothing else is left", async () => {
  const kept = await paid();
  const [wallet, agent] = [await paid(), await market.quote({ payerAddress: null })];
  const signature = await market.push(market.sign(agent, { omitReference: true }));
  await submitPayment(
    { quoteId: agent.id, rawTransaction: market.sign(agent, { omitReference: true }) },
    market.context,
  );
  const { grant, settlement, quote } = market.database();
  const lost = { quoteId: { in: [wallet.id, agent.id] } };
  await grant.deleteMany({ where: lost });
  await settlement.deleteMany({ where: lost });
  await quote.deleteMany({ where: { id: lost.quoteId } });
  expect((await compare()).differences).toEqual([]);
  const found = (await findUnknownPayments(market.context)).filter(({ quoteId }) =>
    lost.quoteId.in.includes(quoteId),
  );
  expect(found.map(({ kind, quoteId }) => [kind, quoteId])).toEqual([
    ["unknown_quote", wallet.id],
    ["unknown_quote", agent.id],
  ]);
  expect(found[1]?.signature).toBe(signature);
  const known = (await findUnknownPayments(market.context)).map(({ quoteId }) => quoteId);
  expect(known).not.toContain(kept.id);
});

test("what was sold without a fee is found at its creator, unless somebody else was paid besides", async () => {
  const context = market.newContext({ feeBasisPoints: 0 });
  const [kept, lost, elsewhere] = [
    await market.quote({ context }),
    await market.quote({ context }),
    await market.quote(), // of another market, which takes a fee for its own treasury
  ];
  const pay = (quote: typeof kept) => market.push(market.sign(quote, { omitFee: quote.feeLamports === 0n }));
  const [, signature] = [
    await pay(kept),
    await pay(lost),
    await pay({ ...elsewhere, treasuryAddress: market.stranger.publicKey.toBase58() }),
  ];
  await market.push(
    market.sign(kept, {
      omitFee: true,
      creatorLamports: 0n,
      memos: ["skillcall:v1:quo_nothing"],
      blockhash: await market.freshBlockhash(),
    }),
  );
  await market.database().quote.deleteMany({ where: { id: { in: [lost.id, elsewhere.id] } } });
  const found = (await findUnknownPayments(context)).filter(({ quoteId }) =>
    [kept.id, lost.id, elsewhere.id, "quo_nothing"].includes(quoteId),
  );
  expect(found).toEqual([{ quoteId: lost.id, kind: "unknown_quote", signature }]);
});

test("a settlement that is not on the chain, and one of another amount, are told", async () => {
  const [invented, changed] = [await paid(), await paid()];
  const { settlement } = market.database();
  const signature = "1".repeat(63) + "2";
  await settlement.update({
    where: { quoteId: invented.id },
    data: { signature: signature.padEnd(64, "3") },
  });
  await settlement.update({ where: { quoteId: changed.id }, data: { excessLamports: 5n } });
  const report = await compare();
  expect(report.differences.filter(({ quoteId }) => quoteId === invented.id)).toMatchObject([
    { kind: "missing_on_chain" },
    { kind: "paid_twice" },
  ]);
  expect(report.differences.filter(({ quoteId }) => quoteId === changed.id)).toMatchObject([
    { kind: "amount_differs" },
  ]);
  expect(report.bookLamports - report.chainLamports).toBe(50_005n);
});

test("a second payment for one quote and a missing grant are told", async () => {
  const quote = await paid();
  const again = await market.push(market.sign(quote, { blockhash: await market.freshBlockhash() }));
  await market.database().grant.deleteMany({ where: { quoteId: quote.id } });
  const kinds = (await compare()).differences.map(({ kind, signature }) => [kind, signature === again]);
  expect(kinds).toEqual([
    ["grants_differ", false],
    ["paid_twice", true],
  ]);
});

test("a settlement that credits other sums or wallets than the chain shows is told, though the price is right", async () => {
  const [shares, payee, payer] = [await paid(), await paid(), await paid()];
  const stranger = market.stranger.publicKey.toBase58();
  const change = ({ id: quoteId }: typeof payee, data: object) =>
    market.database().settlement.update({ where: { quoteId }, data });
  await change(shares, { creatorLamports: 49_000n, feeLamports: 1_000n });
  await change(payee, { payeeAddress: stranger });
  await change(payer, { payerAddress: stranger });
  expect((await compare()).differences.map(({ quoteId, kind }) => [quoteId, kind])).toEqual([
    [shares.id, "amount_differs"],
    [payee.id, "parties_differ"],
    [payer.id, "parties_differ"],
  ]);
});

test("calls that nobody paid for are told, and those that were withdrawn with their payment are not", async () => {
  const [unpaid, vanished, withdrawn] = [await market.quote(), await paid(), await paid()];
  const { quote, grant, settlement } = market.database();
  const nowhere = () => bs58.encode(randomBytes(64));
  await grant.create({ data: { id: newId("grn"), quoteId: unpaid.id } });
  for (const { id } of [unpaid, vanished, withdrawn]) {
    const signature = nowhere();
    const orphanedAt = new Date();
    await settlement.updateMany({ where: { quoteId: id }, data: { orphanedAt, signature } });
    const state = id === withdrawn.id ? "ORPHANED" : "GRANTED";
    await quote.update({ where: { id }, data: { state, signature } });
  }
  await grant.updateMany({ where: { quoteId: withdrawn.id }, data: { state: "WITHDRAWN" } });
  const found = (await compare()).differences.filter(({ kind }) => kind === "grants_differ");
  expect(found.map(({ quoteId }) => quoteId)).toEqual([unpaid.id, vanished.id]);
});

test("quotes of another chain are counted and left alone", async () => {
  const quote = await paid();
  const data = { genesisHash: "11111111111111111111111111111111" };
  await market.database().quote.update({ where: { id: quote.id }, data });
  expect(await compare()).toMatchObject({ quotes: 1, otherChain: 1, differences: [] });
});
