import { setTimeout as sleep } from "node:timers/promises";
import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { CallMarket } from "@/lib/running/testing/call-market";
import { withoutWaiting } from "@/lib/payments/testing/without-waiting";
import { withoutLifecycle } from "@/lib/testing/without-lifecycle";

// "Under way: send the same again" is said of what is under way, and of nothing else: who believes it waits, or pays
// nobody ever again.
const market = new CallMarket();

const pay = (id: string, json: unknown) => call("POST", `/v1/quotes/${id}/payment`, { json });
const signatureOf = (raw: Uint8Array) => bs58.encode(raw.subarray(1, 65));

test.each([
  ["EXPIRED", "never_landed", 410, "QUOTE_EXPIRED"],
  ["LATE_UNAPPLIED", "landed_too_late", 409, "SETTLEMENT_FAILED"],
  ["ORPHANED", "never_finalized", 409, "SETTLEMENT_FAILED"],
] as const)("a payment that ended %s (%s) is told as %i %s", async (state, reason, status, code) => {
  const { quote } = await market.offerCall();
  const rawTransaction = Uint8Array.from(market.sign(quote));
  const data = { state, reason, rawTransaction, signature: signatureOf(rawTransaction) };
  await withoutLifecycle("Quotes", (tx) => tx.quote.update({ where: { id: quote.id }, data }));
  const proofs = [
    { transaction: Buffer.from(rawTransaction).toString("base64") },
    { signature: data.signature },
  ];
  for (const proof of proofs) {
    const answer = await pay(quote.id, proof);
    expectProblem(answer, status, code);
    expect(answer.body).toMatchObject({ state, reason });
  }
});

test("one that landed and failed is told as 422 TRANSACTION_REJECTED, and its quote can be paid", async () => {
  const { quote } = await market.offerCall();
  const raw = market.sign(quote);
  market.ledger.dropNext = 1; // it passes the rehearsal, and is lost
  const paying = pay(quote.id, { transaction: raw.toString("base64") });
  while (market.ledger.dropNext > 0) await sleep(10);
  await market.drainBuyer();
  await market.push(raw);
  const answer = await paying;
  await market.refillBuyer();
  expectProblem(answer, 422, "TRANSACTION_REJECTED");
  expect(answer.body["reason"]).toBe("failed_on_chain");
  expect((await call("GET", `/v1/quotes/${quote.id}`)).body["quote"]).toMatchObject({ state: "QUOTED" });
});

test("one that may still be found, though its quote was given up, is 202", async () => {
  const { quote } = await market.offerCall();
  const data = { state: "EXPIRED" as const, reason: "not_paid" };
  await market.database().quote.update({ where: { id: quote.id }, data });
  const signature = bs58.encode(Keypair.generate().secretKey);
  const answer = await withoutWaiting(() => pay(quote.id, { signature }));
  expect([answer.status, answer.body["reason"]]).toEqual([202, "not_seen_yet"]);
});
