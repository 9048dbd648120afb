import { describe, expect, test } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { offerCall } from "@/lib/running/calls/offer-call";
import { CallMarket, nonceOf } from "@/lib/running/testing/call-market";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import { verifyReceipt } from "@/lib/payments/receipts/receipt-statement";
import { platformKey } from "@/lib/log/attestation/platform-key";
import { getReceipt } from "@/lib/payments/receipts/receipts";
import { getPaymentStatus } from "@/lib/payments/settlement/payment-status";
import { watchFinality } from "@/lib/payments/settlement/watch-finality";

// One payment, several calls: the guarantees of a single call hold for each of them.
const market = new CallMarket();

async function offerSeveral(calls: number) {
  const payerAddress = market.buyer.publicKey.toBase58();
  return (await offerCall({ skill: market.skill.slug, payerAddress, calls })).quote;
}

async function buySeveral(calls: number): Promise<string> {
  const quote = await offerSeveral(calls);
  await market.pay(quote);
  return quote.id;
}

const make = (quoteId: string, number: number, input: unknown = { text: `call ${number}` }) =>
  runPaidCall(quoteId, { call: { number, input } });
const stateOf = async (quoteId: string) => (await getPaymentStatus(quoteId)).state;
const grantsOf = (quoteId: string) =>
  market.database().grant.findMany({ where: { quoteId }, orderBy: { position: "asc" } });

describe("a quote for several calls", () => {
  test("costs the price of each, and the fee is taken once from the sum", async () => {
    const quote = await offerSeveral(3);
    expect(quote).toMatchObject({ calls: 3, priceLamports: 150_000n, feeLamports: 7_500n, input: null });
  });

  test.each([0, 101, 1.5])("of %s calls is refused", async (calls) => {
    await expect(offerSeveral(calls)).rejects.toMatchObject({
      code: expect.stringMatching(/_INVALID$/) as string,
    });
  });

  test("takes no input before the calls are made", async () => {
    const payerAddress = market.buyer.publicKey.toBase58();
    const asked = offerCall({ skill: market.skill.slug, payerAddress, calls: 2, input: { text: "early" } });
    await expect(asked).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  });

  test("gives as many grants as were paid for, also when it is paid eight times at once", async () => {
    const quote = await offerSeveral(100);
    const rawTransaction = market.sign(quote);
    await Promise.all(
      Array.from({ length: 8 }, () => submitPayment({ quoteId: quote.id, rawTransaction }, market.context)),
    );
    const grants = await grantsOf(quote.id);
    expect(grants.map(({ position }) => position)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(await market.database().settlement.count({ where: { quoteId: quote.id } })).toBe(1);
    expect((await getPaymentStatus(quote.id)).callsLeft).toBe(100);
  });

  test("is paid as well by a wallet that sends the transaction itself", async () => {
    const quote = await offerSeveral(2);
    const signature = await market.push(market.sign(quote));
    expect((await submitSignature({ quoteId: quote.id, signature }, market.context)).callsLeft).toBe(2);
  });

  test("can never have one grant more: the database refuses it", async () => {
    const quoteId = await buySeveral(2);
    const { grant } = market.database();
    const refused = (data: { position: number; calls: number }) =>
      expect(grant.create({ data: { id: `grn_${Math.random()}`, quoteId, ...data } })).rejects.toThrow();
    await refused({ position: 2, calls: 2 });
    await refused({ position: 3, calls: 2 });
    await refused({ position: 3, calls: 3 });
    expect(await grantsOf(quoteId)).toHaveLength(2);
  });
});

describe("calls that were paid for together", () => {
  test("are made one by one, each with its input and its own receipt", async () => {
    const quoteId = await buySeveral(2);
    const first = await make(quoteId, 1);
    expect([first.state, await stateOf(quoteId)]).toEqual(["DONE", "GRANTED"]);
    const second = await make(quoteId, 2);
    expect([second.output, await stateOf(quoteId)]).toMatchObject([{ echo: "call 2" }, "CONSUMED"]);
    const receipts = await Promise.all([first, second].map((run) => getReceipt(run.receiptId ?? "")));
    const calls = receipts.map(({ envelope }) => {
      const verdict = verifyReceipt(envelope, platformKey().keyId);
      return verdict.ok && verdict.statement.predicate.payment.call;
    });
    expect(calls).toEqual([
      { number: 1, of: 2 },
      { number: 2, of: 2 },
    ]);
  });

  test("made at once end in the state CONSUMED, whichever is last", async () => {
    const quoteId = await buySeveral(2);
    await Promise.all([make(quoteId, 1), make(quoteId, 2)]);
    expect([await stateOf(quoteId), (await getPaymentStatus(quoteId)).callsLeft]).toEqual(["CONSUMED", 0]);
  });

  test("are made once each: the same number and input give the same run, another input is refused", async () => {
    const quoteId = await buySeveral(2);
    const first = await make(quoteId, 1);
    expect(nonceOf(await make(quoteId, 1))).toBe(nonceOf(first));
    await expect(make(quoteId, 1, { text: "other" })).rejects.toMatchObject({
      code: "GRANT_ALREADY_CONSUMED",
    });
    await expect(make(quoteId, 3)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    await expect(runPaidCall(quoteId)).rejects.toMatchObject({ code: "REQUEST_INVALID" });
  });

  test("asked for by eight at once run once", async () => {
    const quoteId = await buySeveral(2);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => make(quoteId, 2).catch((error: unknown) => error)),
    );
    const runs = answers.filter((answer) => !isDomainError(answer, "RUN_IN_PROGRESS"));
    expect(runs.length).toBeGreaterThan(0);
    expect((await grantsOf(quoteId)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ["GRANTED", 0],
      ["CONSUMED", 1],
    ]);
  });

  test("lose nothing by an input that is refused or a run that fails", async () => {
    const quoteId = await buySeveral(2);
    await expect(make(quoteId, 1, { text: 5 })).rejects.toMatchObject({ code: "INPUT_INVALID" });
    expect(await make(quoteId, 1, { status: 3 })).toMatchObject({ state: "FAILED", fault: "skill" });
    expect((await getPaymentStatus(quoteId)).callsLeft).toBe(2);
    expect(await make(quoteId, 1)).toMatchObject({ state: "DONE" });
  });

  test("fall with a payment that vanishes, as far as they were not made", async () => {
    market.ledger.advance(40);
    await watchFinality(market.newContext());
    const quote = await offerSeveral(3);
    const fork = market.ledger.fork();
    await market.pay(quote);
    await make(quote.id, 1);
    market.ledger.rollback(fork);
    market.ledger.advance(200);
    await watchFinality(market.newContext());
    const states = (await grantsOf(quote.id)).map(({ state }) => state);
    expect([await stateOf(quote.id), ...states]).toEqual(["ORPHANED", "CONSUMED", "WITHDRAWN", "WITHDRAWN"]);
    await expect(make(quote.id, 2)).rejects.toMatchObject({ code: "SETTLEMENT_FAILED" });
  });
});
