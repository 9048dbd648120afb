// node mpp.mjs [skill]: the published MPP client, unmodified, pays a started market in both of its modes, and
// its requests are replayed. The market must run on the local ledger (`npm start`). Ends with 1 if anything is
// not as promised.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { solana } from "@solana/mpp/client";
import { Challenge, Receipt } from "mppx";
import { Mppx } from "mppx/client";
import { balanceOf, newPayer, rpcUrl } from "./testing/ledger.mjs";

const market = process.env.APP_URL ?? "http://127.0.0.1:3000";
const skill = process.argv[2] ?? "contract-clause-extractor";
const path = `${market}/v1/skills/${skill}/call`;
const REPLAYS = 4;
const AIRDROP_LAMPORTS = 2_000_000_000;

/** A request of the skill's own example. */
async function exampleCall() {
  const schema = await (await fetch(`${market}/v1/agent/skills/${skill}/schema`)).json();
  const input = schema.examples?.[0]?.input;
  assert(input, `${skill} has no example at ${market}`);
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify({ input }) };
}

/** The same bytes again, until the market no longer says that they are under way. */
async function repeat(request) {
  for (;;) {
    const response = await fetch(path, request);
    assert.notEqual(response.status, 402, "a request that pays was asked to pay again");
    if (response.status !== 202) return response;
    await new Promise((resolve) =>
      setTimeout(resolve, 1000 * Number(response.headers.get("retry-after") ?? 1)),
    );
  }
}

async function payIn(mode) {
  const signer = await newPayer({ lamports: AIRDROP_LAMPORTS, units: 0 });
  const seen = [];
  const recording = async (input, init) => {
    const response = await fetch(input, init);
    seen.push({ headers: new Headers(init?.headers), response: response.clone() });
    return response;
  };
  const method = solana.charge({ signer, rpcUrl, broadcast: mode === "push" });
  const client = Mppx.create({ polyfill: false, methods: [method], fetch: recording });
  const call = await exampleCall();
  const startedMs = performance.now();
  let response = await client.fetch(path, { ...call });
  const authorization = seen.at(-1).headers.get("authorization");
  const paid = { ...call, headers: { ...call.headers, authorization } };
  if (response.status === 202) response = await repeat(paid);
  const tookMs = Math.round(performance.now() - startedMs);
  assert.equal(seen[0].response.status, 402);
  assert.equal(response.status, 200, await response.clone().text());

  const { request } = Challenge.fromResponse(seen[0].response);
  const answer = await response.json();
  assert.equal(answer.run.state, "DONE");
  assert.ok(answer.output);
  assert.ok(answer.receipt.envelope);
  const receipt = Receipt.fromResponse(response);
  assert.equal(receipt.status, "success");
  assert.equal(receipt.externalId, request.externalId);

  const spent = AIRDROP_LAMPORTS - (await balanceOf(signer.address));
  const replays = await Promise.all(Array.from({ length: REPLAYS }, () => repeat(paid)));
  for (const replay of replays) {
    assert.equal(replay.status, 200);
    assert.equal((await replay.json()).run.id, answer.run.id, "a replay made another run");
  }
  assert.equal(AIRDROP_LAMPORTS - (await balanceOf(signer.address)), spent, "a replay was charged");
  assert.ok(spent >= Number(request.amount) && spent < Number(request.amount) + 10_000);

  const other = { ...paid, body: JSON.stringify({ input: { text: "another request" } }) };
  assert.equal((await fetch(path, other)).status, 422, "a payment was taken for another request");
  console.log(
    `${mode}: ${String(request.amount)} lamports in ${tookMs} ms, ${REPLAYS} replays gave run ${answer.run.id}`,
  );
}

async function keepKey() {
  const signer = await newPayer({ lamports: AIRDROP_LAMPORTS, units: 0 });
  const call = await exampleCall();
  const headers = { ...call.headers, "idempotency-key": randomUUID() };
  const client = Mppx.create({ polyfill: false, methods: [solana.charge({ signer, rpcUrl })] });
  const first = await client.fetch(path, { ...call, headers: { ...headers } });
  assert.ok([200, 202].includes(first.status));
  const again = await repeat({ ...call, headers }); // without a credential
  assert.equal(again.status, 200);
  const other = await fetch(path, { ...call, headers, body: JSON.stringify({ input: {} }) });
  assert.equal(other.status, 409);
  console.log("idempotency key: the stored answer, and 409 for another request");
}

await payIn("pull");
await payIn("push");
await keepKey();
