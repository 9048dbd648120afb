// The published MPP server, unmodified, as the peer of `npm run bench -- settle`: every path asks for payment, and a
// request that pays is answered 200. It is told by its environment what to charge, and tells its parent process the
// processor time it used.
import http from "node:http";
import { Mppx, solana } from "@solana/mpp/server";

const { RPC_URL, RECIPIENT, SPLIT_RECIPIENT, AMOUNT, SPLIT_AMOUNT } = process.env;
const splits = [{ recipient: SPLIT_RECIPIENT, amount: SPLIT_AMOUNT }];
const charge = solana.charge({
  recipient: RECIPIENT,
  currency: "sol",
  network: "localnet",
  rpcUrl: RPC_URL,
  splits,
});
const mppx = Mppx.create({
  secretKey: "a secret for this measurement only",
  realm: "127.0.0.1",
  methods: [charge],
});

async function answer({ url, headers }) {
  const request = new Request(`http://127.0.0.1${url}`, { headers });
  const result = await mppx.charge({ amount: AMOUNT, currency: "sol", externalId: url.slice(1) })(request);
  return result.status === 402 ? result.challenge : result.withReceipt(Response.json({ ok: true }));
}

const server = http.createServer(async (request, response) => {
  const answered = await answer(request).catch(
    (error) => new Response(`${error.name}: ${error.message}`, { status: 500 }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(await answered.text());
});
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit());
server.keepAliveTimeout = 600_000; // the callers of this measurement pause between its parts
server.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
