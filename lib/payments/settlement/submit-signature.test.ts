import { SystemProgram, Transaction } from "@solana/web3.js";
import { expect, test } from "vitest";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { PaidMarket } from "@/lib/payments/testing/paid-market";

// The wallet broadcasts, we are told the signature ("push"): what may go wrong once money has moved.
const market = new PaidMarket();

const claim = (quoteId: string, signature: string) => submitSignature({ quoteId, signature }, market.context);
const grantsOf = (quoteId: string) => market.database().grant.count({ where: { quoteId } });
const impatient = () => market.newContext({ waitMs: 0 });

test("a landed payment settles, and claiming it again changes nothing", async () => {
  const quote = await market.quote();
  const signature = await market.push(market.sign(quote));
  const status = await claim(quote.id, signature);
  expect(status).toMatchObject({ state: "GRANTED", signature });
  expect(await claim(quote.id, signature)).toEqual(status);
});

test("eight concurrent claims make one settlement and one grant", async () => {
  const quote = await market.quote();
  const signature = await market.push(market.sign(quote));
  const statuses = await Promise.all(Array.from({ length: 8 }, () => claim(quote.id, signature)));
  expect(new Set(statuses.map((status) => status.grantId)).size).toBe(1);
  expect(await grantsOf(quote.id)).toBe(1);
  expect(await market.database().settlement.count({ where: { signature } })).toBe(1);
});

test("claim, submission and reconciliation of one payment at once make one grant", async () => {
  const quote = await market.quote();
  const raw = market.sign(quote);
  const signature = await market.push(raw);
  const all = [
    claim(quote.id, signature),
    submitPayment({ quoteId: quote.id, rawTransaction: raw }, market.context),
    reconcileQuotes(market.context, { evenIfJustSeen: true }),
    claim(quote.id, signature),
  ];
  await Promise.all(all);
  expect(await grantsOf(quote.id)).toBe(1);
});

test("the database itself refuses a second settlement or grant, whoever asks", async () => {
  const [paid, other] = [await market.quote(), await market.quote()];
  const { signature } = await claim(paid.id, await market.push(market.sign(paid)));
  const { settlement, grant } = market.database();
  const { id: _id, ...first } = await settlement.findUniqueOrThrow({ where: { quoteId: paid.id } });
  const unique = { code: "P2002" };
  const fresh = "5".repeat(88);
  await expect(
    settlement.create({ data: { ...first, id: "set_2", signature: fresh } }),
  ).rejects.toMatchObject(unique);
  await expect(
    settlement.create({ data: { ...first, id: "set_3", quoteId: other.id } }),
  ).rejects.toMatchObject(unique);
  await expect(grant.create({ data: { id: "grn_2", quoteId: paid.id } })).rejects.toMatchObject(unique);
  const stolen = market.database().quote.update({ where: { id: other.id }, data: { signature } });
  await expect(stolen).rejects.toMatchObject(unique);
});

test("one payment does not settle two quotes", async () => {
  const [paid, unpaid] = [await market.quote(), await market.quote()];
  const signature = await market.push(market.sign(paid));
  await claim(paid.id, signature);
  await expect(claim(unpaid.id, signature)).rejects.toMatchObject({ code: "SIGNATURE_ALREADY_USED" });
  expect(await grantsOf(unpaid.id)).toBe(0);
});

test("a signature that is not for this quote is refused even when its own quote was never claimed", async () => {
  const [paid, unpaid] = [await market.quote(), await market.quote()];
  const signature = await market.push(market.sign(paid));
  await expect(claim(unpaid.id, signature)).rejects.toMatchObject({ details: { reason: "memo_mismatch" } });
  expect((await claim(paid.id, signature)).state).toBe("GRANTED"); // naming it first has blocked nobody
});

test("an underpayment that landed gives no grant", async () => {
  const quote = await market.quote();
  const signature = await market.push(market.sign(quote, { creatorLamports: 47_499n }));
  await expect(claim(quote.id, signature)).rejects.toMatchObject({ details: { reason: "underpaid" } });
});

test("an overpayment that landed is granted, and the excess is on record", async () => {
  const quote = await market.quote();
  const signature = await market.push(market.sign(quote, { creatorLamports: 47_507n }));
  expect(await claim(quote.id, signature)).toMatchObject({ state: "GRANTED", excessLamports: 7n });
});

test("a payment by another wallet does not give its quote away", async () => {
  const quote = await market.quote();
  const signature = await market.push(market.sign(quote, { signer: market.stranger }));
  await expect(claim(quote.id, signature)).rejects.toMatchObject({ details: { reason: "wrong_payer" } });
});

test("a payment that landed and failed gives no grant, and the quote can still be paid", async () => {
  const quote = await market.quote();
  const raw = market.sign(quote);
  await market.drainBuyer();
  const signature = await market.push(raw);
  await expect(claim(quote.id, signature)).rejects.toMatchObject({ details: { reason: "failed_on_chain" } });
  expect(await grantsOf(quote.id)).toBe(0);
  await market.refillBuyer();
  const again = market.sign(quote, { blockhash: await market.freshBlockhash() });
  expect((await claim(quote.id, await market.push(again))).state).toBe("GRANTED");
});

test("a payment that nobody has seen yet is pending, not refused, and settles when it lands", async () => {
  const quote = await market.quote();
  const raw = market.sign(quote);
  const unseen = "1".repeat(64);
  const pending = await submitSignature({ quoteId: quote.id, signature: unseen }, impatient());
  expect(pending).toMatchObject({ state: "QUOTED", reason: "not_seen_yet", grantId: null });
  expect((await claim(quote.id, await market.push(raw))).state).toBe("GRANTED");
});

test("a payment that lands long after its quote is recorded as late and gives no grant", async () => {
  const quote = await market.quote({ context: market.newContext({ quoteTtlMs: -3_600_000 }) });
  const signature = await market.push(market.sign(quote));
  const status = await claim(quote.id, signature);
  expect(status).toMatchObject({ state: "LATE_UNAPPLIED", grantId: null, signature });
});

test("a payment is in time by the market's own clock, though that of the chain is minutes ahead", async () => {
  const clock = { now: () => new Date(Date.now() - 600_000) };
  const context = { ...market.newContext(), clock };
  const quote = await market.quote({ context });
  const signature = await market.push(market.sign(quote));
  expect((await submitSignature({ quoteId: quote.id, signature }, context)).state).toBe("GRANTED");
});

test("a payment that landed in time still settles a quote that was given up meanwhile", async () => {
  const quote = await market.quote();
  const signature = await market.push(market.sign(quote));
  await market.database().quote.update({ where: { id: quote.id }, data: { state: "EXPIRED" } });
  expect((await claim(quote.id, signature)).state).toBe("GRANTED");
});

test("a price above the limit is granted only when the payment is final", async () => {
  const context = market.newContext({ finalizedAboveLamports: 1n, waitMs: 0 });
  const quote = await market.quote({ context });
  const signature = await market.push(market.sign(quote));
  expect((await submitSignature({ quoteId: quote.id, signature }, context)).grantId).toBeNull();
  market.ledger.advance(32);
  expect((await submitSignature({ quoteId: quote.id, signature }, context)).state).toBe("GRANTED");
});

test("a quote paid by one transaction does not take another", async () => {
  const quote = await market.quote();
  await claim(quote.id, await market.push(market.sign(quote)));
  const second = await market.push(market.sign(quote, { blockhash: await market.freshBlockhash() }));
  await expect(claim(quote.id, second)).rejects.toMatchObject({ code: "QUOTE_ALREADY_PAID" });
  expect(await grantsOf(quote.id)).toBe(1);
});

test("what is not a signature is REQUEST_INVALID", async () => {
  const quote = await market.quote();
  await expect(claim(quote.id, "nonsense")).rejects.toMatchObject({ code: "REQUEST_INVALID" });
});

test("an airdrop or any other stranger's transaction does not settle", async () => {
  const quote = await market.quote();
  const { connection } = market.context;
  const transaction = new Transaction().add(
    SystemProgram.transfer({
      fromPubkey: market.stranger.publicKey,
      toPubkey: market.creator.publicKey,
      lamports: 50_000n,
    }),
  );
  transaction.recentBlockhash = (await connection.latestBlockhash()).blockhash;
  transaction.sign(market.stranger);
  const signature = await market.push(transaction.serialize());
  await expect(claim(quote.id, signature)).rejects.toMatchObject({ code: "TRANSACTION_REJECTED" });
});
