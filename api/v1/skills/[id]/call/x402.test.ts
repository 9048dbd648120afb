import { generateKeyPairSync, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Keypair, PublicKey, SystemProgram } from "@solana/web3.js";
import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { settled } from "@/api/testing/mpp-buyer";
import { TEST_TOKEN_MINT } from "@/lib/ledger/test-token";
import { CallMarket } from "@/lib/running/testing/call-market";
import { compareWithChain } from "@/lib/settlement/books/compare-with-chain";
import { currentSettlement } from "@/lib/settlement/current-settlement";
import type { PaymentRequirements } from "@/lib/settlement/rails/x402/requirements";
import { verifyReceipt } from "@/lib/settlement/receipts/verify-receipt";
import { reconcileQuotes } from "@/lib/settlement/reconcile-quotes";
import { watchFinality } from "@/lib/settlement/watch-finality";
import { signTransfer, type TransferChanges } from "@/lib/settlement/testing/token-payer";
import { associatedTokenAddress } from "@/lib/solana/associated-token";

const { privateKey } = generateKeyPairSync("ed25519");
const market = new CallMarket({
  X402_MINT: TEST_TOKEN_MINT,
  X402_UNITS_PER_SOL: "150000000",
  X402_FEE_PAYER_KEY: String(privateKey.export({ type: "pkcs8", format: "pem" })),
});
const UNITS = "7500"; // 50,000 lamports at 150 a SOL
const FUNDED_UNITS = 1_000_000;

type Headers = Record<string, string>;
const ask = (headers: Headers = {}, body: unknown = { input: { text: "hi" } }) =>
  call("POST", `/v1/skills/${market.skill.slug}/call`, { json: body, headers });
const fromBase64 = (text: string | null) =>
  JSON.parse(Buffer.from(text ?? "", "base64").toString()) as unknown;

beforeAll(async () => {
  await market.rpc("requestAirdrop", [feePayer(), 1_000_000_000]);
  for (const { publicKey } of [market.buyer, market.stranger, market.creator]) {
    await market.rpc("requestTokenAirdrop", [publicKey.toBase58(), FUNDED_UNITS]);
  }
  market.ledger.advance(2);
});

const feePayer = () => currentSettlement().token?.feePayer.keyId ?? "";
const tokensOf = async ({ publicKey }: Keypair) => {
  const account = associatedTokenAddress(publicKey.toBase58(), TEST_TOKEN_MINT);
  const { value } = (await market.rpc("getTokenAccountBalance", [account])) as { value: { amount: string } };
  return Number(value.amount);
};

interface Required {
  x402Version: number;
  resource: { url: string; description: string };
  accepts: [PaymentRequirements];
}

async function asked(headers?: Headers, body?: unknown): Promise<PaymentRequirements> {
  const answer = await ask(headers, body);
  expectProblem(answer, 402, "PAYMENT_REQUIRED");
  return (fromBase64(answer.headers.get("payment-required")) as Required).accepts[0];
}

function paying(offer: PaymentRequirements, raw: Buffer, accepted: unknown = offer): Headers {
  const payment = { x402Version: 2, accepted, payload: { transaction: raw.toString("base64") } };
  return { "payment-signature": Buffer.from(JSON.stringify(payment)).toString("base64") };
}
const pay = (offer: PaymentRequirements, changes: TransferChanges = {}, payer = market.buyer) =>
  paying(offer, signTransfer(offer, payer, changes));

const quoteOf = ({ extra }: PaymentRequirements) => extra.memo.replace("skillcall:v1:", "");
const grants = (offer: PaymentRequirements) =>
  market.database().grant.count({ where: { quoteId: quoteOf(offer) } });

describe("a call paid in a token (x402)", () => {
  test("is offered beside lamports, with amount, recipient, key that pays the network and memo", async () => {
    const answer = await ask();
    expect(answer.headers.get("www-authenticate")).toContain('method="solana"');
    const required = fromBase64(answer.headers.get("payment-required")) as Required;
    expect(required).toMatchObject({
      x402Version: 2,
      resource: { url: `http://127.0.0.1:3000/v1/skills/${market.skill.slug}/call` },
    });
    expect(required.resource.description).toContain("the platform fee is not taken from this payment");
    expect(required.accepts).toMatchObject([
      {
        scheme: "exact",
        network: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
        amount: UNITS,
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
    const settlement = await market
      .database()
      .settlement.findUniqueOrThrow({ where: { quoteId: quoteOf(offer) } });
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
      token: { mint: TEST_TOKEN_MINT, units: UNITS },
    });
  });

  test("sixteen times at once is paid once and gives one run", async () => {
    const offer = await asked();
    const before = await tokensOf(market.buyer);
    const headers = pay(offer);
    const answers = await Promise.all(Array.from({ length: 16 }, () => settled(() => ask(headers))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => (body["run"] as Headers)["id"])).size).toBe(1);
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
  }, 30_000);

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
    const settlement = await market
      .database()
      .settlement.findUniqueOrThrow({ where: { quoteId: quoteOf(offer) } });
    expect(settlement.finalizedAt).not.toBeNull();
  });
});

describe("a transfer that is not the one offered is refused before money moves", () => {
  const other = Keypair.generate();
  const transfer = (lamports: number) => () => ({
    extra: [
      SystemProgram.transfer({
        fromPubkey: new PublicKey(feePayer()),
        toPubkey: market.buyer.publicKey,
        lamports,
      }),
    ],
  });
  test.each<[string, string, () => TransferChanges]>([
    ["one unit less", "underpaid", () => ({ units: 7499n })],
    ["one unit more", "overpaid", () => ({ units: 7501n })],
    [
      "another recipient",
      "unexpected_recipient",
      () => ({ destination: associatedTokenAddress(market.stranger.publicKey.toBase58(), TEST_TOKEN_MINT) }),
    ],
    [
      "to itself",
      "wrong_source",
      () => {
        const own = associatedTokenAddress(market.buyer.publicKey.toBase58(), TEST_TOKEN_MINT);
        return { source: own, destination: own };
      },
    ],
    ["another token", "wrong_token", () => ({ mint: "So11111111111111111111111111111111111111112" })],
    ["another memo", "memo_mismatch", () => ({ memos: ["skillcall:v1:quo_other"] })],
    ["no memo", "memo_mismatch", () => ({ memos: [] })],
    ["two memos", "memo_mismatch", () => ({ memos: ["a", "b"] })],
    ["a plain transfer", "unexpected_token_instruction", () => ({ kind: 3 })],
    ["an approval", "unexpected_token_instruction", () => ({ kind: 13 })],
    ["money of the key that pays the network", "unexpected_program", transfer(1_000_000)],
    ["a dear priority fee at our cost", "compute_price_too_high", () => ({ microLamports: 4_000_000 })],
    [
      "another key that pays the network",
      "wrong_payer",
      () => ({ feePayer: other.publicKey, signers: [other] }),
    ],
    [
      "a third signer",
      "extra_signers",
      () => ({
        extra: [
          Object.assign(
            SystemProgram.transfer({ fromPubkey: other.publicKey, toPubkey: other.publicKey, lamports: 0 }),
            {
              programId: new PublicKey("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95"),
            },
          ),
        ],
        signers: [other],
      }),
    ],
    [
      "the key that pays the network named in an instruction",
      "fee_payer_not_isolated",
      () => {
        const guard = SystemProgram.transfer({
          fromPubkey: market.buyer.publicKey,
          toPubkey: new PublicKey(feePayer()),
          lamports: 0,
        });
        return {
          extra: [
            Object.assign(guard, { programId: new PublicKey("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95") }),
          ],
        };
      },
    ],
  ])("%s: %s", async (_name, reason, change) => {
    const offer = await asked();
    const before = await tokensOf(market.buyer);
    const answer = await ask(pay(offer, change()));
    expectProblem(answer, 422, "TRANSACTION_REJECTED");
    expect(answer.body["reason"]).toBe(reason);
    expect(fromBase64(answer.headers.get("payment-response"))).toMatchObject({
      success: false,
      errorReason: reason,
    });
    expect([await tokensOf(market.buyer), await grants(offer)]).toEqual([before, 0]);
  });

  test("a changed signature, and the creator paying itself", async () => {
    const offer = await asked();
    const raw = signTransfer(offer, market.buyer);
    raw[70] = (raw[70] ?? 0) ^ 1;
    const answer = await ask(paying(offer, raw));
    expectProblem(answer, 422, "TRANSACTION_REJECTED");
    expect(answer.body["reason"]).toBe("bad_signature");
    const self = await ask(pay(offer, {}, market.creator));
    expect(self.body["reason"]).toBe("payer_is_payee");
  });

  test("a payer without the tokens is refused by the rehearsal, and the quote can still be paid", async () => {
    const offer = await asked();
    const poor = Keypair.generate();
    expectProblem(await ask(pay(offer, {}, poor)), 422, "TRANSACTION_REJECTED");
    const headers = pay(offer);
    expect((await settled(() => ask(headers))).status).toBe(200);
  });
});

describe("a payment for something else", () => {
  test("another request, other terms and unreadable headers are refused without a question", async () => {
    const offer = await asked();
    const headers = pay(offer);
    const other = await ask(headers, { input: { text: "other" } });
    expectProblem(other, 422, "PAYMENT_CREDENTIAL_INVALID");
    expect(other.body["reason"]).toBe("other_request");
    const raw = signTransfer(offer, market.buyer);
    for (const change of [{ amount: "1" }, { asset: "x" }, { payTo: "y" }, { network: "solana:x" }]) {
      const answer = await ask(paying(offer, raw, { ...offer, ...change }));
      expect(answer.body["reason"]).toBe("unknown_challenge");
    }
    for (const header of ["", "x", "%%%", Buffer.from("null").toString("base64"), "A".repeat(20_000)]) {
      const answer = await ask({ "payment-signature": header });
      expect([answer.status, answer.body["reason"]]).toEqual([422, "malformed"]);
    }
    expect(await grants(offer)).toBe(0);
  });

  test("whoever reads a payment on the chain cannot have its call with it", async () => {
    const body = { input: { text: "what only the payer should read" } };
    const offer = await asked({}, body);
    const headers = pay(offer);
    const paid = await settled(() => ask(headers, body));
    expect(paid.status).toBe(200);
    // All that the market says in public, and all that landed: bytes, memo, amount, recipient, the key that paid the network.
    const { transaction } = fromBase64(paid.headers.get("payment-response")) as { transaction: string };
    const options = { encoding: "base64", commitment: "confirmed", maxSupportedTransactionVersion: 0 };
    const landed = (await market.rpc("getTransaction", [transaction, options])) as { transaction: [string] };
    const seen = Buffer.from(landed.transaction[0], "base64");
    const own = await asked({}, body); // the spy may ask for a quote of the same call
    const { challenge: _secret, ...known } = offer.extra;
    for (const challenge of [undefined, "", "x", own.extra.challenge]) {
      const accepted = { ...offer, extra: { ...known, ...(challenge === undefined ? {} : { challenge }) } };
      const answer = await ask(paying(offer, seen, accepted), body);
      expectProblem(answer, 422, "PAYMENT_CREDENTIAL_INVALID");
      expect(JSON.stringify(answer.body)).not.toContain("only the payer");
    }
  });

  test("a quote paid in lamports takes no token besides, and the other way round", async () => {
    const offer = await asked();
    const headers = pay(offer);
    expect((await settled(() => ask(headers))).status).toBe(200);
    expectProblem(await ask(pay(offer, { microLamports: 2 })), 409, "QUOTE_ALREADY_PAID");
    expect(await grants(offer)).toBe(1);
  });
});

test("without an account of the creator for the token only lamports are asked for", async () => {
  const quotes = market.database().skillVersion;
  const payeeAddress = market.treasury.publicKey.toBase58();
  const where = { id: market.skill.versionId };
  const { payeeAddress: before } = await quotes.findUniqueOrThrow({ where });
  await quotes.update({ where, data: { payeeAddress } });
  const answer = await ask();
  await quotes.update({ where, data: { payeeAddress: before } });
  expectProblem(answer, 402, "PAYMENT_REQUIRED");
  expect(answer.headers.get("payment-required")).toBeNull();
});

test("the books agree with the chain", async () => {
  market.ledger.advance(40);
  expect((await compareWithChain(currentSettlement())).differences).toEqual([]);
});
