// node x402-find.mjs: a program that knows nothing but the market's address finds what can be paid for, by the file of
// x402, by the description of the API and by a search over MCP, and pays each with the published clients, unmodified. What
// it is asked is read by their own checks (`@x402/core`, `@x402/extensions`). Ends with 1 if anything is not as promised.
import assert from "node:assert/strict";
import { solana } from "@solana/mpp/client";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Mppx } from "mppx/client";
import { parsePaymentRequired } from "@x402/core/schemas";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { extractDiscoveryInfo, validateDiscoveryExtension } from "@x402/extensions/bazaar";
import { extractOffersFromPaymentRequired } from "@x402/extensions/offer-receipt";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { ExactSvmScheme } from "@x402/svm/exact/client";
import { newPayer, rpcUrl } from "./testing/ledger.mjs";

const market = process.env.APP_URL ?? "http://127.0.0.1:3000";
const INPUT = { text: "hi" };

const payer = async () =>
  new x402Client().register("solana:*", new ExactSvmScheme(await newPayer(), { rpcUrl }));
const readJson = async (path) => (await fetch(market + path)).json();
const request = () => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ input: INPUT }),
});

/** The same request again while its payment is under way. */
async function untilDone(send) {
  for (;;) {
    const response = await send();
    if (response.status !== 202) return response;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function findByFile() {
  const { x402Version, items } = await readJson("/.well-known/x402.json");
  assert.equal(x402Version, 2);
  const [item] = items;
  const url = item.resource.url;
  const asked = decodePaymentRequiredHeader((await fetch(url, request())).headers.get("payment-required"));
  assert(parsePaymentRequired(asked).success, "the question does not fit the schema of @x402/core");
  const { bazaar } = asked.extensions;
  assert.deepEqual(validateDiscoveryExtension(bazaar), { valid: true });
  const said = { x402Version: 2, resource: asked.resource, accepted: asked.accepts[0], payload: {} };
  const found = extractDiscoveryInfo({ ...said, extensions: asked.extensions }, asked.accepts[0]);
  assert.equal(found.resourceUrl, url);
  assert.equal(found.method, "POST");
  assert.equal(extractOffersFromPaymentRequired(asked).length, 1);
  const { amount, asset, payTo } = item.accepts[0];
  assert.deepEqual(
    [amount, asset, payTo],
    ["amount", "asset", "payTo"].map((name) => asked.accepts[0][name]),
  );

  let paid;
  const recording = async (input, init) => {
    const sent = new Request(input, init);
    paid = sent.headers.get("payment-signature") ?? paid;
    return fetch(sent);
  };
  const first = await wrapFetchWithPayment(recording, await payer())(url, request());
  const again = request();
  again.headers["payment-signature"] = paid;
  const answer = first.status === 202 ? await untilDone(() => fetch(url, again)) : first;
  assert.equal(answer.status, 200);
  console.log(`/.well-known/x402.json and bazaar: ${amount} units over HTTP`);
}

async function findByDescription() {
  const { paths } = await readJson("/openapi.json");
  const payable = Object.entries(paths).filter(([, operations]) => operations.post?.["x-payment-info"]);
  assert.deepEqual(
    payable.map(([path]) => path),
    ["/v1/skills/{id}/call"],
  );
  const { results } = await readJson("/v1/agent/search?q=&price=paid");
  const url = market + payable[0][0].replace("{id}", results[0].name);
  let paid;
  const recording = async (input, init) => {
    paid = new Headers(init?.headers).get("authorization") ?? paid;
    return fetch(input, init);
  };
  const methods = [solana.charge({ signer: await newPayer(), rpcUrl })];
  const first = await Mppx.create({ polyfill: false, methods, fetch: recording }).fetch(url, request());
  const again = request();
  again.headers.authorization = paid;
  const answer = first.status === 202 ? await untilDone(() => fetch(url, again)) : first;
  assert.equal(answer.status, 200);
  console.log("/openapi.json: x-payment-info, paid by MPP over HTTP");
}

async function findByModel() {
  const client = new Client(
    { name: "paying-client", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${market}/mcp`)));
  const found = await client.callTool({ name: "search", arguments: { price: "paid" } });
  const [{ name: skill }] = found.structuredContent.skills;
  const tool = { name: "call_tool", arguments: { skill, arguments: INPUT } };
  const asked = (await client.callTool(tool)).structuredContent;
  assert(parsePaymentRequired(asked).success, "the question does not fit the schema of @x402/core");
  assert.deepEqual(validateDiscoveryExtension(asked.extensions.bazaar), { valid: true });
  const payment = await (await payer()).createPaymentPayload(asked);
  const answer = await client.callTool({ ...tool, _meta: { "x402/payment": payment } });
  assert(!answer.isError, answer.content[0].text);
  assert.equal(answer._meta["x402/payment-response"].success, true);
  await client.close();
  console.log(`search of MCP: ${asked.accepts[0].amount} units over MCP`);
}

await findByFile();
await findByDescription();
await findByModel();
