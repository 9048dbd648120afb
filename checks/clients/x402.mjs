// node x402.mjs SKILL: the published x402 client, unmodified and with the limits on spending it has by default, pays a
// call in the local ledger's test dollar; its requests are replayed. `x402.test.ts` starts the market for it. Ends with
// 1 if anything is not as promised.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { ExactSvmScheme } from "@x402/svm/exact/client";
import { newPayer, rpc, rpcUrl } from "./testing/ledger.mjs";

const market = process.env.APP_URL ?? "http://127.0.0.1:3000";
const skill = process.argv[2];
const path = `${market}/v1/skills/${skill}/call`;
const REPLAYS = 16;
const FUNDED_UNITS = 5_000_000;

/** All the tokens an owner has, in units. */
async function unitsOf(owner, mint) {
  const { value } = await rpc("getTokenAccountsByOwner", [owner, { mint }, { encoding: "jsonParsed" }]);
  return value.reduce((sum, each) => sum + Number(each.account.data.parsed.info.tokenAmount.amount), 0);
}

function request(more = {}) {
  const headers = { "content-type": "application/json", ...more };
  return { method: "POST", headers, body: JSON.stringify({ input: { text: "hi" } }) };
}

/** The same bytes again, until the market no longer says that they are under way. */
async function repeat(call) {
  for (;;) {
    const response = await fetch(path, call);
    assert.notEqual(response.status, 402, "a request that pays was asked to pay again");
    if (response.status !== 202) return response;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** The published client, with what it sent and was answered. */
function client(signer) {
  const seen = [];
  const recording = async (input, init) => {
    const sent = new Request(input, init);
    const response = await fetch(sent);
    seen.push({ headers: sent.headers, response: response.clone() });
    return response;
  };
  const payer = new x402Client().register("solana:*", new ExactSvmScheme(signer, { rpcUrl }));
  return { pay: wrapFetchWithPayment(recording, payer), seen };
}

async function payOnce() {
  const signer = await newPayer({ lamports: 0, units: FUNDED_UNITS });
  const { pay, seen } = client(signer);
  const startedMs = performance.now();
  const response = await pay(path, request());
  const tookMs = Math.round(performance.now() - startedMs);
  assert.equal(seen[0].response.status, 402);
  const offer = JSON.parse(atob(seen[0].response.headers.get("payment-required"))).accepts[0];
  const paid = request({ "payment-signature": seen.at(-1).headers.get("payment-signature") });
  const settled = response.status === 202 ? await repeat(paid) : response;
  assert.equal(settled.status, 200, await settled.clone().text());
  const answer = await settled.json();
  assert.equal(answer.run.state, "DONE");
  assert.ok(answer.receipt.envelope);
  const told = decodePaymentResponseHeader(settled.headers.get("payment-response"));
  assert.equal(told.success, true);
  assert.equal(told.payer, signer.address);
  assert.equal(told.network, offer.network);
  const landed = await rpc("getTransaction", [
    told.transaction,
    { commitment: "confirmed", maxSupportedTransactionVersion: 0 },
  ]);
  assert.equal(landed.meta.err, null);

  const left = await unitsOf(signer.address, offer.asset);
  assert.equal(left, FUNDED_UNITS - Number(offer.amount));
  const replays = await Promise.all(Array.from({ length: REPLAYS }, () => repeat(paid)));
  for (const replay of replays) {
    assert.equal(replay.status, 200);
    assert.equal((await replay.json()).run.id, answer.run.id, "a replay made another run");
  }
  assert.equal(await unitsOf(signer.address, offer.asset), left, "a replay was charged");
  const other = { ...paid, body: JSON.stringify({ input: { text: "another request" } }) };
  assert.equal((await fetch(path, other)).status, 422, "a payment was taken for another request");
  console.log(`exact: ${offer.amount} units in ${tookMs} ms, ${REPLAYS} replays gave run ${answer.run.id}`);
}

async function keepKey() {
  const { pay } = client(await newPayer({ lamports: 0, units: FUNDED_UNITS }));
  const headers = { "idempotency-key": randomUUID() };
  const first = await pay(path, request(headers));
  assert.ok([200, 202].includes(first.status));
  const again = await repeat(request(headers)); // without a payment
  assert.equal(again.status, 200);
  assert.ok(again.headers.get("payment-response"));
  const other = await fetch(path, { ...request(headers), body: JSON.stringify({ input: { text: "x" } }) });
  assert.equal(other.status, 409);
  console.log("idempotency key: the stored answer, and 409 for another request");
}

async function payWithNothing() {
  const signer = await newPayer({ lamports: 0, units: 0 });
  const response = await client(signer).pay(path, request());
  assert.equal(response.status, 422);
  assert.equal(decodePaymentResponseHeader(response.headers.get("payment-response")).success, false);
  console.log("a payer without tokens: refused, nothing moved");
}

assert.ok(skill, "name a skill with a price");
await payOnce();
await keepKey();
await payWithNothing();
