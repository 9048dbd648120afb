import { setTimeout as sleep } from "node:timers/promises";
import { Keypair, PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { mppBuyer, settled, type Charge } from "@/api/testing/mpp-buyer";
import { challengeKey } from "@/lib/running/calls/call-skill";
import { CallMarket } from "@/lib/running/testing/call-market";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { readCredential, payWithCredential } from "@/lib/payments/rails/mpp";
import { verifyReceipt } from "@/lib/payments/receipts/receipt-statement";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";

/** Squads v4, whose vaults are addresses that it alone signs for. */
const SQUADS = "SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf";
const market = new CallMarket();
const { ask, asked, chargeOf, sign, pull, push, quoteIdOf, grants } = mppBuyer(market);

describe("a priced skill called in one request", () => {
  test("asks for payment, and with a signed transaction answers output and receipts", async () => {
    const challenge = await asked();
    expect(challenge).toMatchObject({ method: "solana", intent: "charge", realm: "127.0.0.1:3000" });
    expect(chargeOf(challenge)).toMatchObject({
      amount: "50000",
      recipient: market.creator.publicKey.toBase58(),
    });
    const headers = pull(challenge);
    const answer = await settled(() => ask(undefined, headers));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      output: { echo: "hi" },
      run: { state: "DONE" },
      quote_id: quoteIdOf(challenge),
    });
    const header = JSON.parse(
      Buffer.from(answer.headers.get("payment-receipt") ?? "", "base64url").toString(),
    ) as Record<string, string>;
    expect(header).toMatchObject({
      method: "solana",
      status: "success",
      externalId: chargeOf(challenge).externalId,
      challengeId: challenge["id"],
    });
    const { envelope } = answer.body["receipt"] as { envelope: unknown };
    const keys = (await call("GET", "/v1/keys")).body["keys"] as { key_id: string }[];
    const verdict = verifyReceipt(envelope, keys[0]?.key_id ?? "");
    expect(verdict.ok && verdict.statement.predicate.payment).toMatchObject({
      transaction: header["reference"],
      payer: market.buyer.publicKey.toBase58(),
    });
  });

  test("says with the question for payment how many quotes are left", async () => {
    const { status, headers } = await ask();
    expect([status, headers.has("ratelimit-limit"), headers.has("ratelimit-remaining")]).toEqual([
      402,
      true,
      true,
    ]);
  });

  test("replayed eight times at once gives one run and one grant", async () => {
    const challenge = await asked();
    const headers = pull(challenge);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => settled(() => ask(undefined, headers))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => (body["run"] as Record<string, string>)["id"])).size).toBe(1);
    expect(await grants(challenge)).toBe(1);
  });

  test("takes the signature of a transaction the agent has sent itself, also at once and repeatedly", async () => {
    const challenge = await asked();
    const raw = sign(chargeOf(challenge), market.stranger);
    await market.push(raw);
    const headers = push(challenge, raw);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => settled(() => ask(undefined, headers))),
    );
    expect(new Set(answers.map(({ body }) => (body["run"] as Record<string, string>)["id"])).size).toBe(1);
    expect(await grants(challenge)).toBe(1);
    const quote = await market.database().quote.findUniqueOrThrow({ where: { id: quoteIdOf(challenge) } });
    expect(quote.payerAddress).toBe(market.stranger.publicKey.toBase58());
  });

  test("never asks a second time while the outcome of a payment is unknown", async () => {
    const key = { "idempotency-key": randomUUID() };
    const challenge = await asked(undefined, key);
    market.ledger.dropNext = 1_000_000;
    const paying = settled(() => ask(undefined, { ...key, ...pull(challenge) }));
    const where = { id: quoteIdOf(challenge), state: "SUBMITTED" as const };
    while ((await market.database().quote.count({ where })) === 0) await sleep(20);
    const pending = await ask(undefined, key); // without the credential
    expect([pending.status, (pending.body["quote"] as Record<string, string>)["id"]]).toEqual([
      202,
      quoteIdOf(challenge),
    ]);
    market.ledger.dropNext = 0;
    expect((await paying).body).toMatchObject({ output: { echo: "hi" } });
    expect((await ask(undefined, key)).body).toEqual((await paying).body);
    expect(await grants(challenge)).toBe(1);
  });

  test("finds a reported payment that lands after the agent has gone", async () => {
    const key = { "idempotency-key": randomUUID() };
    const challenge = await asked(undefined, key);
    const raw = sign(chargeOf(challenge));
    const { requestDigest } = await market
      .database()
      .quote.findUniqueOrThrow({ where: { id: quoteIdOf(challenge) } });
    const { authorization = "" } = push(challenge, raw);
    const read = readCredential(authorization, challengeKey());
    await payWithCredential(read, { requestDigest: requestDigest ?? "" }, market.newContext({ waitMs: 0 }));
    expect((await ask(undefined, key)).status).toBe(202);
    await market.push(raw);
    await reconcileQuotes(currentSettlement(), { evenIfJustSeen: true });
    expect((await ask(undefined, key)).body).toMatchObject({ output: { echo: "hi" } });
  });

  test("does not ask again an agent that has paid and lost everything but its key", async () => {
    const key = { "idempotency-key": randomUUID() };
    const challenge = await asked(undefined, key);
    await market.push(sign(chargeOf(challenge)));
    expect((await ask(undefined, key)).body).toMatchObject({ output: { echo: "hi" } });
    expect(await grants(challenge)).toBe(1);
  });

  test("finds a payment that was sent and never reported, before the quote is given up", async () => {
    const challenge = await asked();
    const where = { id: quoteIdOf(challenge) };
    await market.push(sign(chargeOf(challenge)));
    const later = { now: () => new Date(Date.now() + 3_600_000) };
    const unpaid = await asked();
    await market.database().quote.updateMany({ data: { lastValidBlockHeight: 0n } }); // what they hold can land no more
    await reconcileQuotes({ ...currentSettlement(), clock: later }, { evenIfJustSeen: true });
    expect((await market.database().quote.findUniqueOrThrow({ where })).state).toBe("GRANTED");
    const other = await market.database().quote.findUniqueOrThrow({ where: { id: quoteIdOf(unpaid) } });
    expect(other).toMatchObject({ state: "EXPIRED", reason: "not_paid" });
  });

  test("keeps a failed run repeatable with the same credential", async () => {
    const challenge = await asked({ input: { status: 3 } });
    const headers = pull(challenge);
    const first = await settled(() => ask({ input: { status: 3 } }, headers));
    const second = await settled(() => ask({ input: { status: 3 } }, headers));
    for (const { body } of [first, second]) {
      expect(body).toMatchObject({ output: null, receipt: null, run: { state: "FAILED", fault: "skill" } });
    }
    expect((first.body["run"] as Record<string, string>)["id"]).not.toBe(
      (second.body["run"] as Record<string, string>)["id"],
    );
    expect(await grants(challenge)).toBe(1);
  });
});

describe("a payment for something else", () => {
  test("another input or another skill is refused without a question, and pays nothing", async () => {
    const challenge = await asked();
    const headers = pull(challenge);
    const other = await ask({ input: { text: "other" } }, headers);
    expectProblem(other, 422, "PAYMENT_CREDENTIAL_INVALID");
    expect(other.body["reason"]).toBe("other_request");
    expect(await grants(challenge)).toBe(0);
  });

  test.each([
    ["too little", (charge: Charge) => ({ ...charge, amount: "40000" })],
    [
      "another payee",
      (charge: Charge) => ({ ...charge, recipient: Keypair.generate().publicKey.toBase58() }),
    ],
    ["another memo", (charge: Charge) => ({ ...charge, externalId: "skillcall:v1:quo_other" })],
    ["no fee", (charge: Charge) => ({ ...charge, methodDetails: { ...charge.methodDetails, splits: [] } })],
  ])("%s is refused before money moves", async (_name, change) => {
    const challenge = await asked();
    const answer = await ask(undefined, pull(challenge, sign(change(chargeOf(challenge)))));
    expectProblem(answer, 422, "TRANSACTION_REJECTED");
    expect(await grants(challenge)).toBe(0);
  });

  test("a forged question and an unreadable credential are refused, not asked again", async () => {
    const challenge = await asked();
    const forged = { ...challenge, realm: "elsewhere" };
    expectProblem(
      await ask(undefined, pull(forged, sign(chargeOf(challenge)))),
      422,
      "PAYMENT_CREDENTIAL_INVALID",
    );
    expectProblem(await ask(undefined, { authorization: "Payment x" }), 422, "PAYMENT_CREDENTIAL_INVALID");
  });

  test("one payment does not pay two questions", async () => {
    const [first, second] = [await asked(), await asked({ input: { text: "two" } })];
    const raw = sign(chargeOf(first));
    await market.push(raw);
    expect((await settled(() => ask(undefined, push(first, raw)))).status).toBe(200);
    const stolen = await ask({ input: { text: "two" } }, push(second, raw));
    expectProblem(stolen, 409, "SIGNATURE_ALREADY_USED");
  });

  test("nobody who has read the memo on the chain can put a payment of his own in its place", async () => {
    const challenge = await asked();
    const id = quoteIdOf(challenge);
    const raw = sign(chargeOf(challenge));
    await market.push(raw);
    const others = sign(chargeOf(challenge), market.stranger);
    market.ledger.dropNext = 1_000_000; // and keep it from landing
    const proofs = [
      { transaction: others.toString("base64") },
      { signature: bs58.encode(others.subarray(1, 65)) },
    ];
    const answers = [];
    for (const json of proofs) answers.push(await call("POST", `/v1/quotes/${id}/payment`, { json }));
    market.ledger.dropNext = 0;
    for (const answer of answers) expectProblem(answer, 403, "PERMISSION_DENIED");
    expect((await settled(() => ask(undefined, push(challenge, raw)))).body).toMatchObject({
      output: { echo: "hi" },
    });
  });

  test("a question that has ended is not paid", async () => {
    const challenge = await asked();
    const data = { expiresAt: new Date(0) };
    await market.database().quote.update({ where: { id: quoteIdOf(challenge) }, data });
    expectProblem(await ask(undefined, pull(challenge)), 410, "QUOTE_EXPIRED");
  });
});

test("a creator is paid at an address that no key signs for, as the vault of several owners is", async () => {
  const [vault] = PublicKey.findProgramAddressSync([Buffer.from("vault")], new PublicKey(SQUADS));
  expect(PublicKey.isOnCurve(vault.toBytes())).toBe(false);
  await market.rpc("requestAirdrop", [vault.toBase58(), 1_000_000_000]);
  market.ledger.advance(2);
  const where = { slug: market.skill.slug };
  const { payeeAddress } = await market.database().skill.findUniqueOrThrow({ where });
  await market.database().skill.update({ where, data: { payeeAddress: vault.toBase58() } });
  const challenge = await asked();
  const charge = chargeOf(challenge);
  expect(charge.recipient).toBe(vault.toBase58());
  const before = await currentSettlement().connection.balances([vault.toBase58()]);
  const answer = await settled(() => ask(undefined, pull(challenge)));
  const after = await currentSettlement().connection.balances([vault.toBase58()]);
  await market.database().skill.update({ where, data: { payeeAddress } });
  expect(answer.status).toBe(200);
  expect((after[0] ?? 0n) - (before[0] ?? 0n)).toBe(47_500n);
});
