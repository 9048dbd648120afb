import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from "jose";
import { describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { settled } from "@/api/testing/mpp-buyer";
import {
  CALL_UNITS,
  feePayer,
  fromBase64,
  tokenMarket,
  x402Buyer,
  type PaymentRequired,
} from "@/api/testing/x402-buyer";
import { TEST_TOKEN_MINT } from "@/lib/chain/ledger/test-token";
import { compareWithChain, findUnknownPayments } from "@/lib/payments/books/books";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import type { PaymentRequirements } from "@/lib/payments/rails/x402";
import { verifyReceipt } from "@/lib/payments/receipts/receipt-statement";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import { watchFinality } from "@/lib/payments/settlement/watch-finality";

const market = tokenMarket();
const { ask, asked, pay, tokensOf, quoteOf, grants, settlementOf } = x402Buyer(market);

/** What is signed in a compact JWS, checked as a stranger does: by the key that `did:web` of its header names. */
async function opened(jws = ""): Promise<unknown> {
  const { kid = "" } = decodeProtectedHeader(jws);
  expect(kid).toMatch(/^did:web:127\.0\.0\.1%3A3000#/);
  const document = (await call("GET", "/.well-known/did.json")).body as unknown as {
    verificationMethod: { id: string; publicKeyJwk: JWK }[];
  };
  const method = document.verificationMethod.find(({ id }) => id === kid);
  const { payload } = await compactVerify(jws, await importJWK(method?.publicKeyJwk ?? {}, "EdDSA"));
  return JSON.parse(new TextDecoder().decode(payload)) as unknown;
}

describe("a call paid in a token (x402)", () => {
  test("is offered beside lamports, with amount, recipient, key that pays the network and memo", async () => {
    const answer = await ask();
    expect(answer.headers.get("www-authenticate")).toContain('method="solana"');
    const required = fromBase64(answer.headers.get("payment-required")) as PaymentRequired;
    expect(required).toMatchObject({
      x402Version: 2,
      resource: { url: `http://127.0.0.1:3000/v1/skills/${market.skill.slug}/call` },
    });
    expect(required.resource.description).toContain("the platform fee is not taken from this payment");
    expect(required.accepts).toMatchObject([
      {
        scheme: "exact",
        network: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
        amount: CALL_UNITS,
        asset: TEST_TOKEN_MINT,
        payTo: market.creator.publicKey.toBase58(),
        extra: { feePayer: feePayer() },
      },
    ]);
    expect(required.accepts[0].maxTimeoutSeconds).toBeGreaterThan(100);
  });

  test("moves exactly the units to the creator, runs, and its receipt names the token", async () => {
    const [before, paid] = [await tokensOf(market.creator), await tokensOf(market.buyer)];
    const offer = await asked();
    const headers = pay(offer);
    const answer = await settled(() => ask(headers));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ output: { echo: "hi" }, quote_id: quoteOf(offer) });
    const response = fromBase64(answer.headers.get("payment-response"));
    const settlement = await settlementOf(offer);
    expect(response).toMatchObject({
      success: true,
      transaction: settlement.signature,
      network: offer.network,
      payer: market.buyer.publicKey.toBase58(),
    });
    expect(settlement).toMatchObject({
      creatorLamports: 0n,
      feeLamports: 0n,
      tokenMint: TEST_TOKEN_MINT,
      tokenUnits: 7500n,
      tokenFeeUnits: 375n,
    });
    expect(answer.headers.get("payment-receipt")).toBeNull();
    expect((await tokensOf(market.creator)) - before).toBe(7500);
    expect(paid - (await tokensOf(market.buyer))).toBe(7500);
    const { envelope } = answer.body["receipt"] as { envelope: unknown };
    const keys = (await call("GET", "/v1/keys")).body["keys"] as { key_id: string }[];
    const verdict = verifyReceipt(envelope, keys[0]?.key_id ?? "");
    expect(verdict.ok && verdict.statement.predicate.payment).toMatchObject({
      payer: market.buyer.publicKey.toBase58(),
      token: { mint: TEST_TOKEN_MINT, units: CALL_UNITS },
    });
  });

  test("sixteen times at once is paid once and gives one run", async () => {
    const offer = await asked();
    const before = await tokensOf(market.buyer);
    const headers = pay(offer);
    const answers = await Promise.all(Array.from({ length: 16 }, () => settled(() => ask(headers))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => (body["run"] as { id: string }).id)).size).toBe(1);
    expect(await grants(offer)).toBe(1);
    expect(before - (await tokensOf(market.buyer))).toBe(7500);
  });

  test("answers a key used again with what is stored, without a payment", async () => {
    const key = { "idempotency-key": randomUUID() };
    const offer = await asked(key);
    const headers = { ...key, ...pay(offer) };
    const paid = await settled(() => ask(headers));
    const again = await ask(key);
    expect([again.status, again.body]).toEqual([200, paid.body]);
    expect(again.headers.get("payment-response")).toBe(paid.headers.get("payment-response"));
    expectProblem(await ask(key, { input: { text: "other" } }), 409, "IDEMPOTENCY_KEY_REUSED");
  });

  test("may be more than was asked: the creator has it, and the books say so", async () => {
    const offer = await asked();
    const before = await tokensOf(market.creator);
    const answer = await settled(() => ask(pay(offer, { units: 7501n })));
    expect(answer.status).toBe(200);
    expect((await tokensOf(market.creator)) - before).toBe(7501);
    expect(await settlementOf(offer)).toMatchObject({
      tokenUnits: 7501n,
      tokenFeeUnits: 375n,
      excessLamports: 0n,
    });
    expect(fromBase64(answer.headers.get("payment-response"))).toMatchObject({ amount: "7501" });
  });

  test("says how it is called, and what it asks and has given is signed by a key of the market's own name", async () => {
    const answer = await ask();
    const { extensions, accepts, resource } = fromBase64(
      answer.headers.get("payment-required"),
    ) as PaymentRequired & {
      extensions: Record<string, { info: Record<string, never>; schema: object }>;
    };
    expect(answer.headers.get("payment-required")?.length).toBeLessThan(7_000);
    for (const { info, schema } of Object.values(extensions))
      expect(new Ajv2020({ strict: false }).validate(schema, info)).toBe(true);
    expect(extensions["bazaar"]?.info).toMatchObject({
      input: { type: "http", method: "POST", bodyType: "json" },
    });
    const [offer] = (extensions["offer-receipt"]?.info["offers"] ?? []) as { signature: string }[];
    const { amount, asset, payTo, network, scheme } = accepts[0];
    expect(await opened(offer?.signature)).toMatchObject({
      version: 1,
      resourceUrl: resource.url,
      amount,
      asset,
      payTo,
      network,
      scheme,
    });
    const paid = await settled(() => ask(pay(accepts[0])));
    const response = fromBase64(paid.headers.get("payment-response")) as {
      transaction: string;
      extensions: { "offer-receipt": { info: { receipt: { signature: string } } } };
    };
    expect(await opened(response.extensions["offer-receipt"].info.receipt.signature)).toMatchObject({
      resourceUrl: resource.url,
      payer: market.buyer.publicKey.toBase58(),
      transaction: response.transaction,
    });
  });

  describe("may bring an id of its own (payment-identifier)", () => {
    const identified = (offer: PaymentRequirements, id: string) => {
      const { "payment-signature": header = "" } = pay(offer);
      const payment = {
        ...(fromBase64(header) as object),
        extensions: { "payment-identifier": { info: { id } } },
      };
      return { "payment-signature": Buffer.from(JSON.stringify(payment)).toString("base64") };
    };

    test("which is the key of its call", async () => {
      const id = `pay_${randomUUID()}`;
      const headers = identified(await asked(), id);
      const first = await settled(() => ask(headers));
      expect(first.status).toBe(200);
      expect((await ask(headers)).body).toEqual(first.body);
      expect((await ask({ "idempotency-key": id })).body).toEqual(first.body);
      const other = await asked();
      expectProblem(await ask(identified(other, id)), 409, "IDEMPOTENCY_KEY_REUSED");
      expect(await grants(other)).toBe(0);
    });

    test("and is no other than the key that is sent beside it", async () => {
      const headers = {
        ...identified(await asked(), `pay_${randomUUID()}`),
        "idempotency-key": randomUUID(),
      };
      expectProblem(await ask(headers), 400, "REQUEST_INVALID");
    });

    test.each(["short", "with blanks in it, which is long enough", "x".repeat(129)])("not %j", async (id) => {
      expectProblem(await ask(identified(await asked(), id)), 422, "PAYMENT_CREDENTIAL_INVALID");
    });
  });

  test("is never asked for again while its outcome is unknown, and lands when the node is back", async () => {
    const key = { "idempotency-key": randomUUID() };
    const offer = await asked(key);
    market.ledger.dropNext = 1_000_000;
    const headers = { ...key, ...pay(offer) };
    const answer = settled(() => ask(headers));
    const where = { id: quoteOf(offer), state: "SUBMITTED" as const };
    while ((await market.database().quote.count({ where })) === 0) await sleep(20);
    expect((await ask(key)).status).toBe(202);
    market.ledger.dropNext = 0;
    await reconcileQuotes(currentSettlement(), { evenIfJustSeen: true });
    expect((await answer).body).toMatchObject({ output: { echo: "hi" } });
    expect(await grants(offer)).toBe(1);
  });

  test("that a reorganisation takes back is broadcast again", async () => {
    const offer = await asked();
    const fork = market.ledger.fork();
    const headers = pay(offer);
    expect((await settled(() => ask(headers))).status).toBe(200);
    market.ledger.rollback(fork);
    const before = await tokensOf(market.creator);
    await watchFinality(currentSettlement());
    market.ledger.advance(40);
    expect((await tokensOf(market.creator)) - before).toBe(7500);
    await watchFinality(currentSettlement());
    const settlement = await settlementOf(offer);
    expect(settlement.finalizedAt).not.toBeNull();
  });
});

test("a payment in a token for a quote that the database has lost is named by the books", async () => {
  const offer = await asked();
  expect((await settled(() => ask(pay(offer)))).status).toBe(200);
  const { grant, settlement, quote, run, receipt, callKey } = market.database();
  const { signature } = await settlementOf(offer);
  const ofQuote = { where: { quoteId: quoteOf(offer) } };
  await receipt.deleteMany(ofQuote);
  await callKey.deleteMany(ofQuote);
  await run.deleteMany({ where: { grantId: { in: (await grant.findMany(ofQuote)).map(({ id }) => id) } } });
  await grant.deleteMany(ofQuote);
  await settlement.deleteMany(ofQuote);
  await quote.delete({ where: { id: quoteOf(offer) } });
  const found = await findUnknownPayments(currentSettlement());
  expect(found).toEqual([{ quoteId: quoteOf(offer), kind: "unknown_quote", signature }]);
});

test("without an account of the creator for the token only lamports are asked for", async () => {
  const skills = market.database().skill;
  const payeeAddress = market.treasury.publicKey.toBase58();
  const where = { slug: market.skill.slug };
  const { payeeAddress: before } = await skills.findUniqueOrThrow({ where });
  await skills.update({ where, data: { payeeAddress } });
  const answer = await ask();
  await skills.update({ where, data: { payeeAddress: before } });
  expectProblem(answer, 402, "PAYMENT_REQUIRED");
  expect(answer.headers.get("payment-required")).toBeNull();
});

test("what can be paid for is listed at a fixed address, with terms that a question repeats", async () => {
  const { accepts } = fromBase64((await ask()).headers.get("payment-required")) as PaymentRequired;
  const { body } = await call("GET", "/.well-known/x402.json");
  const items = body["items"] as { resource: { url: string }; accepts: [PaymentRequirements] }[];
  const item = items.find(({ resource }) => resource.url.endsWith(`/${market.skill.slug}/call`));
  const { network, amount, asset, payTo, scheme } = accepts[0];
  expect(item).toMatchObject({ type: "http", input: { method: "POST", bodyType: "json" } });
  expect(item?.accepts[0]).toMatchObject({ network, amount, asset, payTo, scheme });
});

test("the books agree with the chain", async () => {
  market.ledger.advance(40);
  expect((await compareWithChain(currentSettlement())).differences).toEqual([]);
});
