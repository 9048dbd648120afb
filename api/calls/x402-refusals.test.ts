import { generateKeyPairSync, randomUUID } from "node:crypto";
import { Keypair, PublicKey, SystemProgram } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { expectProblem } from "@/api/testing/client";
import { settled } from "@/api/testing/mpp-buyer";
import { feePayer, fromBase64, tokenMarket, x402Buyer } from "@/api/testing/x402-buyer";
import { TEST_TOKEN_MINT } from "@/lib/chain/ledger/test-token";
import { compareWithChain } from "@/lib/payments/books/books";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { signTransfer, type TransferChanges } from "@/lib/payments/testing/token-payer";
import { LIGHTHOUSE_PROGRAM } from "@/lib/chain/solana/address";
import { associatedTokenAddress } from "@/lib/chain/solana/associated-token";

const market = tokenMarket();
const { ask, asked, paying, pay, tokensOf, grants } = x402Buyer(market);

describe("a transfer that is not the one offered is refused before money moves", () => {
  const other = Keypair.generate();
  const transfer = ({ publicKey }: Pick<Keypair, "publicKey">, toPubkey: PublicKey, lamports: number) =>
    SystemProgram.transfer({ fromPubkey: publicKey, toPubkey, lamports });
  // What wallets put into transactions by themselves, and the market lets through.
  const guard = (signer: Keypair, named: PublicKey) =>
    Object.assign(transfer(signer, named, 0), { programId: new PublicKey(LIGHTHOUSE_PROGRAM) });
  const ofFeePayer = () => ({
    extra: [transfer({ publicKey: new PublicKey(feePayer()) }, market.buyer.publicKey, 1_000_000)],
  });
  test.each<[string, string, () => TransferChanges]>([
    ["one unit less", "underpaid", () => ({ units: 7499n })],
    ["more units than the books can hold", "overpaid", () => ({ units: 2n ** 63n })],
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
    ["money of the key that pays the network", "unexpected_program", ofFeePayer],
    ["a dear priority fee at our cost", "compute_price_too_high", () => ({ microLamports: 4_000_000 })],
    [
      "another key that pays the network",
      "wrong_payer",
      () => ({ feePayer: other.publicKey, signers: [other] }),
    ],
    ["a third signer", "extra_signers", () => ({ extra: [guard(other, other.publicKey)], signers: [other] })],
    [
      "the key that pays the network named in an instruction",
      "fee_payer_not_isolated",
      () => ({ extra: [guard(market.buyer, new PublicKey(feePayer()))] }),
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
    const odd = { ...offer, extra: { ...offer.extra, memo: "skillcall:v1:\0" } };
    expect((await ask(paying(offer, raw, odd))).body["reason"]).toBe("malformed"); // it was a fault of the market
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
    // All that the market says in public, and all that landed: bytes, memo, amount, recipient, the key that paid
    // the network.
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
      // Nor is the call kept under a key of the spy's.
      const key = { "idempotency-key": randomUUID() };
      expectProblem(
        await ask({ ...key, ...paying(offer, seen, accepted) }, body),
        422,
        "PAYMENT_CREDENTIAL_INVALID",
      );
      expectProblem(await ask(key, body), 402, "PAYMENT_REQUIRED");
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

test("a call that was paid is answered again after another key pays the network, and is not called unpaid", async () => {
  const offer = await asked();
  const headers = pay(offer);
  const paid = await settled(() => ask(headers));
  expect(paid.status).toBe(200);
  const open = await asked();
  const before = process.env["X402_FEE_PAYER_KEY"];
  const { privateKey } = generateKeyPairSync("ed25519");
  process.env["X402_FEE_PAYER_KEY"] = String(privateKey.export({ type: "pkcs8", format: "pem" }));
  try {
    const again = await ask(headers);
    expect([again.status, again.body["output"]]).toEqual([200, paid.body["output"]]);
    expect(fromBase64(again.headers.get("payment-response"))).toMatchObject({ success: true });
    expect(await grants(offer)).toBe(1);
    // What was not handed in before would have to be signed by a key that is gone.
    expectProblem(await ask(pay(offer, { microLamports: 2 })), 422, "TRANSACTION_REJECTED");
    expectProblem(await ask(pay(open)), 422, "TRANSACTION_REJECTED");
  } finally {
    process.env["X402_FEE_PAYER_KEY"] = before;
  }
});

test("the books agree with the chain", async () => {
  market.ledger.advance(40);
  expect((await compareWithChain(currentSettlement())).differences).toEqual([]);
});
