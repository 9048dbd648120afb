import { execFileSync } from "node:child_process";
import { createPublicKey, verify } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { Keypair, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect, test } from "vitest";
import { call, expectProblem, type Answer } from "@/api/testing/client";
import { preAuthEncoding } from "@/lib/log/attestation/dsse";
import { purgePaidRuns } from "@/lib/running/runs/purge-runs";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import { buildSkillPackage, makeAccount, newAddress, publishNow } from "@/lib/testing/builders";

const market = new CallMarket();

type Json = Record<string, string>;
const post = (path: string, json: unknown, token?: string) =>
  call("POST", path, { json, headers: token === undefined ? {} : { "x-access-token": token } });

const requestQuote = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call("POST", "/v1/quotes", {
    json: {
      skill: market.skill.slug,
      payer: market.buyer.publicKey.toBase58(),
      input: { text: "hi" },
      ...more,
    },
    headers,
  });

async function newQuote() {
  const { body } = await requestQuote();
  return { quote: body["quote"] as Json, token: String(body["access_token"]) };
}

/** The payment as the buyer's page builds it, from nothing but the answer, signed by `signer`. */
function pay(quote: Json, signer = market.buyer, lamports = BigInt(quote["creator_lamports"] ?? "")): string {
  const unsigned = buildPaymentTransaction({
    payerAddress: quote["payer"] ?? "",
    payeeAddress: quote["payee"] ?? "",
    treasuryAddress: quote["treasury"] ?? "",
    creatorLamports: lamports,
    feeLamports: BigInt(quote["fee_lamports"] ?? ""),
    reference: quote["reference"] ?? "",
    memo: quote["memo"] ?? "",
    blockhash: quote["blockhash"] ?? "",
  });
  const transaction = VersionedTransaction.deserialize(unsigned);
  transaction.sign([signer]);
  return Buffer.from(transaction.serialize()).toString("base64");
}

async function settled(answer: () => Promise<Answer>): Promise<Answer> {
  for (let i = 0; i < 50; i++) {
    const result = await answer();
    if (result.status !== 202) return result;
    expect(result.headers.get("retry-after")).toBe("1");
  }
  throw new Error("the payment did not settle");
}

/**
 * What openssl says of a downloaded receipt and a published key; the pre-authentication encoding is put
 * together by hand.
 */
function opensslSays(
  envelope: { payload: string; payloadType: string; signatures: { sig: string }[] },
  publicKeyPem: string,
): string {
  const directory = fs.mkdtempSync(join(os.tmpdir(), "openssl-"));
  const write = (name: string, content: string | Buffer) => {
    fs.writeFileSync(join(directory, name), content);
    return join(directory, name);
  };
  const payload = Buffer.from(envelope.payload, "base64");
  const { payloadType } = envelope;
  const head = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `;
  const signed = write("signed", Buffer.concat([Buffer.from(head), payload]));
  const signature = write("signature", Buffer.from(envelope.signatures[0]?.sig ?? "", "base64"));
  const key = write("key.pem", publicKeyPem);
  const options = ["-verify", "-rawin", "-pubin", "-inkey", key, "-in", signed, "-sigfile", signature];
  const said = execFileSync("openssl", ["pkeyutl", ...options], { encoding: "utf8" });
  fs.rmSync(directory, { recursive: true });
  return said;
}

describe("a paid call from quote to receipt", () => {
  test("201 quote, 200 payment, 200 run, and a receipt that verifies offline", async () => {
    const created = await requestQuote();
    expect(created.status).toBe(201);
    const quote = created.body["quote"] as Json;
    const token = String(created.body["access_token"]);
    expect(quote).toMatchObject({
      skill: market.skill.slug,
      version: "1.0.0",
      state: "QUOTED",
      price_lamports: "50000",
    });
    expect(BigInt(quote["creator_lamports"] ?? "") + BigInt(quote["fee_lamports"] ?? "")).toBe(50_000n);
    const path = `/v1/quotes/${quote["id"]}`;
    expect(created.headers.get("location")).toBe(`http://127.0.0.1:3000${path}`);

    const transaction = pay(quote);
    const paid = await settled(() => post(`${path}/payment`, { transaction }));
    expect(paid.body).toMatchObject({ quote: { state: "GRANTED" }, excess_lamports: "0" });
    expect((await post(`${path}/payment`, { transaction })).body["grant_id"]).toBe(paid.body["grant_id"]);

    const run = (await post(`${path}/run`, {}, token)).body["run"] as Json;
    expect(run).toMatchObject({ state: "DONE", output: { echo: "hi" } });
    const again = await post(`${path}/run`, {}, token);
    expect(again.body["run"]).toEqual(run);
    const named = { skill: market.skill.slug, version: "1.0.0" };
    expect(paid.body["quote"]).toMatchObject(named);
    expect((await call("GET", path)).body["quote"]).toMatchObject({ state: "CONSUMED", ...named });
    const runToken = { "x-access-token": String(again.body["access_token"]) };
    expect((await call("GET", `/v1/runs/${run["id"]}`, { headers: runToken })).body["run"]).toEqual(run);
    const quoteToken = { "x-access-token": token };
    expect((await call("GET", `/v1/runs/${run["id"]}`, { headers: quoteToken })).body["run"]).toEqual(run);
    const other = { "x-access-token": (await newQuote()).token };
    expectProblem(await call("GET", `/v1/runs/${run["id"]}`, { headers: other }), 403, "PERMISSION_DENIED");

    const receipt = (await call("GET", `/v1/receipts/${run["receipt_id"]}`)).body;
    const keys = (await call("GET", "/v1/keys")).body["keys"] as Json[];
    expect(keys[0]).toMatchObject({ key_id: receipt["key_id"], public_key_pem: receipt["public_key_pem"] });
    const envelope = receipt["envelope"] as {
      payload: string;
      payloadType: string;
      signatures: { sig: string }[];
    };
    const signed = preAuthEncoding(envelope.payloadType, Buffer.from(envelope.payload, "base64"));
    const key = createPublicKey(String(receipt["public_key_pem"]));
    expect(verify(null, signed, key, Buffer.from(envelope.signatures[0]?.sig ?? "", "base64"))).toBe(true);
    expect(JSON.stringify(receipt)).not.toContain('hi"');
    const published = keys.find(({ key_id }) => key_id === receipt["key_id"])?.["public_key_pem"] ?? "";
    expect(opensslSays(envelope, published)).toContain("Signature Verified Successfully");

    const later = new Date(Date.now() + 36 * 86_400_000);
    await purgePaidRuns(later);
    const emptied = { ...run, output: null, cleared_at: later.toISOString() };
    expect((await call("GET", `/v1/runs/${run["id"]}`, { headers: runToken })).body["run"]).toEqual(emptied);
    expect((await post(`${path}/run`, {}, token)).body["run"]).toEqual(emptied);
    expect((await call("GET", `/v1/receipts/${run["receipt_id"]}`)).body).toEqual(receipt);
  });

  test.each(["base58", "base64"])(
    "a wallet that sends by itself names its signature in %s",
    async (encoding) => {
      const { quote } = await newQuote();
      const path = `/v1/quotes/${quote["id"]}/payment`;
      const raw = Buffer.from(pay(quote), "base64");
      const bytes = raw.subarray(1, 65);
      const signature = encoding === "base58" ? bs58.encode(bytes) : bytes.toString("base64");
      await market.push(raw);
      expect((await settled(() => post(path, { signature }))).body["quote"]).toMatchObject({
        state: "GRANTED",
      });
    },
  );

  test("several calls are bought by one payment and made by number", async () => {
    const { body } = await requestQuote({ input: undefined, calls: 2 });
    const quote = body["quote"] as Json;
    const token = String(body["access_token"]);
    expect(quote).toMatchObject({ calls: 2, price_lamports: "100000" });
    const path = `/v1/quotes/${quote["id"]}`;
    const transaction = pay(quote);
    const paid = await settled(() => post(`${path}/payment`, { transaction }));
    expect(paid.body).toMatchObject({ calls_left: 2 });
    const second = await post(`${path}/calls/2`, { input: { text: "two" } }, token);
    expect(second.body["run"]).toMatchObject({ state: "DONE", output: { echo: "two" } });
    expectProblem(
      await post(`${path}/calls/2`, { input: { text: "no" } }, token),
      409,
      "GRANT_ALREADY_CONSUMED",
    );
    expectProblem(await post(`${path}/calls/1`, { input: { text: "one" } }), 403, "PERMISSION_DENIED");
    expectProblem(await post(`${path}/calls/3`, { input: {} }, token), 400, "REQUEST_INVALID");
    expectProblem(await post(`${path}/run`, {}, token), 400, "REQUEST_INVALID");
    expectProblem(await requestQuote({ calls: 101, input: undefined }), 400, "REQUEST_INVALID");
  });

  test("the same idempotency key gives the same quote", async () => {
    const headers = { "idempotency-key": "a-key-nobody-guesses" };
    const [first, second] = [await requestQuote({}, headers), await requestQuote({}, headers)];
    expect((second.body["quote"] as Json)["id"]).toBe((first.body["quote"] as Json)["id"]);
    expect(second.body["access_token"]).toBe(first.body["access_token"]);
    expectProblem(await requestQuote({ input: { text: "other" } }, headers), 409, "IDEMPOTENCY_KEY_REUSED");
  });
});

describe("POST /v1/quotes", () => {
  test.each<[number, string, Record<string, unknown>]>([
    [400, "REQUEST_INVALID", { payer: "short" }],
    [400, "REQUEST_INVALID", { skill: undefined }],
    [404, "SKILL_NOT_FOUND", { skill: "nope" }],
    [404, "VERSION_NOT_FOUND", { version: "9.9.9" }],
    [422, "INPUT_INVALID", { input: { text: 7 } }],
  ])("%i %s for %j", async (status, code, more) => {
    expectProblem(await requestQuote(more), status, code);
  });

  test("422 PRICE_NOT_PAYABLE for a free skill, PAYER_BALANCE_TOO_LOW for an empty wallet, with the numbers", async () => {
    await publishNow(buildSkillPackage({ name: "free-echo" }), await makeAccount());
    const free = await requestQuote({ skill: "free-echo" });
    expectProblem(free, 422, "PRICE_NOT_PAYABLE");
    expect(free.body["reason"]).toBe("free");
    const poor = await requestQuote({ payer: newAddress() });
    expectProblem(poor, 422, "PAYER_BALANCE_TOO_LOW");
    expect(poor.body).toMatchObject({ balance_lamports: "0", needed_lamports: "55000" });
  });
});

describe("POST /v1/quotes/{id}/payment", () => {
  test("422 TRANSACTION_REJECTED with a fixed reason, and the quote stays payable", async () => {
    const { quote } = await newQuote();
    const path = `/v1/quotes/${quote["id"]}/payment`;
    const cases: [string, string][] = [
      ["malformed_transaction", Buffer.from("nonsense").toString("base64")],
      ["underpaid", pay(quote, market.buyer, 1n)],
    ];
    for (const [reason, transaction] of cases) {
      const answer = await post(path, { transaction });
      expectProblem(answer, 422, "TRANSACTION_REJECTED");
      expect(answer.body["reason"]).toBe(reason);
    }
    expect((await call("GET", `/v1/quotes/${quote["id"]}`)).body["quote"]).toMatchObject({ state: "QUOTED" });
  });

  test("400 REQUEST_INVALID for neither or malformed, 404 QUOTE_NOT_FOUND", async () => {
    const { quote } = await newQuote();
    const path = `/v1/quotes/${quote["id"]}/payment`;
    for (const json of [{}, { transaction: "***" }, { signature: "x".repeat(64) + "0" }]) {
      expectProblem(await post(path, json), 400, "REQUEST_INVALID");
    }
    const signature = bs58.encode(Keypair.generate().secretKey);
    expectProblem(await post("/v1/quotes/quo_nope/payment", { signature }), 404, "QUOTE_NOT_FOUND");
  });

  test("409 SIGNATURE_ALREADY_USED for a payment of another quote", async () => {
    const [first, second] = [await newQuote(), await newQuote()];
    const raw = pay(first.quote);
    await settled(() => post(`/v1/quotes/${first.quote["id"]}/payment`, { transaction: raw }));
    const signature = bs58.encode(Buffer.from(raw, "base64").subarray(1, 65));
    const answer = await post(`/v1/quotes/${second.quote["id"]}/payment`, { signature });
    expectProblem(answer, 409, "SIGNATURE_ALREADY_USED");
  });

  test("a signature is told at a path of its own too, which takes no signed bytes", async () => {
    const { quote } = await newQuote();
    const path = `/v1/quotes/${quote["id"]}/payment`;
    const transaction = pay(quote);
    expectProblem(await post(`${path}/signature`, { transaction }), 400, "REQUEST_INVALID");
    const paid = await settled(() => post(path, { transaction }));
    const signature = bs58.encode(Buffer.from(transaction, "base64").subarray(1, 65));
    for (const told of [path, `${path}/signature`]) {
      const answer = await post(told, { signature });
      expect([answer.status, answer.body["grant_id"]]).toEqual([200, paid.body["grant_id"]]);
    }
  });

  test("410 QUOTE_EXPIRED after its time", async () => {
    const { quote } = await newQuote();
    const id = quote["id"] ?? "";
    await market.database().quote.update({ where: { id }, data: { expiresAt: new Date(0) } });
    expectProblem(await post(`/v1/quotes/${id}/payment`, { transaction: pay(quote) }), 410, "QUOTE_EXPIRED");
  });
});

describe("POST /v1/quotes/{id}/run", () => {
  test("403 PERMISSION_DENIED without the token, though the quote's id is public", async () => {
    const { quote, token } = await newQuote();
    const path = `/v1/quotes/${quote["id"]}/run`;
    expectProblem(await post(path, {}), 403, "PERMISSION_DENIED");
    expectProblem(await post(path, {}, `${token}x`), 403, "PERMISSION_DENIED");
    expectProblem(await post(path, {}, (await newQuote()).token), 403, "PERMISSION_DENIED");
  });

  test("404 GRANT_NOT_FOUND while unpaid", async () => {
    const { quote, token } = await newQuote();
    expectProblem(await post(`/v1/quotes/${quote["id"]}/run`, {}, token), 404, "GRANT_NOT_FOUND");
  });
});

test("404 QUOTE_NOT_FOUND and RECEIPT_NOT_FOUND", async () => {
  expectProblem(await call("GET", "/v1/quotes/quo_nope"), 404, "QUOTE_NOT_FOUND");
  expectProblem(await call("GET", "/v1/receipts/rcp_nope"), 404, "RECEIPT_NOT_FOUND");
});
