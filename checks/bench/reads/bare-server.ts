import http from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { capture, type Captured } from "./capture";
import type { Asked } from "./kinds";

// What the market answers at the addresses it is given, as a server with nothing else to do would send it: under
// /memory at once, under /statement after one prepared statement. It tells its parent the processor time it has used.
const { BARE_OF = "", BARE_PATHS = "[]", DATABASE_URL } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const ONE_ROW = { name: "one-row", text: `select "id", "updated_at" from "Skills" where "slug" = $1` };

const answers = new Map<string, Captured>();
for (const { path, post } of JSON.parse(BARE_PATHS) as Asked[])
  answers.set(path, await capture(BARE_OF + path, {}, post));

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { url = "", method } = request;
  if (method === "POST") for await (const _part of request); // what was posted is read
  const [, way, path = ""] = /^\/(memory|statement)(\/.*)$/.exec(url) ?? [];
  const known = answers.get(path);
  if (way === "statement") await pool.query({ ...ONE_ROW, values: ["json-diff"] });
  response.writeHead(known ? 200 : 404, known?.headers);
  response.end(known?.body);
}

const server = http.createServer((request, response) => void answer(request, response));
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
