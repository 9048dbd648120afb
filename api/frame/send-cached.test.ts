import http from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { getRequestListener } from "@hono/node-server";
import { app, cachedRead } from "@/api/app";
import { sendCached } from "@/api/frame/send-cached";
import { makeKeyHolder } from "@/api/testing/keys";
import { database } from "@/lib/db/client";
import { logger } from "@/lib/kernel/observability/logger";
import { metrics } from "@/lib/kernel/observability/metrics";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
process.env["TRUSTED_PROXY_HOPS"] = "1"; // callers are told apart
testDatabase();
testBlobStore();

const name = uniqueName();
const schema = `/v1/agent/skills/${name}/schema`;
const download = `/v1/skills/${name}/download`;
const make = getRequestListener(app.fetch);
/** How often the application was asked. */
let made = 0;
const server = http.createServer((request, response) => {
  void (async () => {
    if (await sendCached(cachedRead, request, response)) return;
    made += 1;
    await make(request, response);
  })();
});

interface Read {
  status: number;
  headers: Record<string, unknown>;
  body: Buffer;
}

/** Each on a connection of its own. */
function read(path: string, headers: http.OutgoingHttpHeaders = {}): Promise<Read> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = { port, path, headers: { "accept-encoding": "br", ...headers }, agent: false };
    http
      .get(asked, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      })
      .on("error", reject);
  });
}

/** True when the application was asked for it. */
async function isMade(path: string, headers: http.OutgoingHttpHeaders = {}): Promise<boolean> {
  const before = made;
  await read(path, headers);
  return made > before;
}

/** As far as two that say the same are equal. */
const told = ({ status, headers, body }: Read) => ({
  status,
  headers: { ...headers, date: "", "x-request-id": "" },
  body: body.toString("latin1"),
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await publishNow(buildSkillPackage({ name }), await makeAccount());
});
afterAll(() => server.close());

describe.each([
  [schema, 1],
  [`/v1/skills/${name}`, 1],
  [download, 1],
  [`/v1/skills?q=${name}`, 1],
  ["/feed.xml", 1],
  ["/llms.txt", 0],
])("GET %s", (path, statements) => {
  test("is sent again without the application, with the same bytes and headers", async () => {
    await read(path);
    const first = await read(path, { "if-none-match": '"none"' });
    const before = made;
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const again = await read(path);
    expect([sent.mock.calls.length, made]).toEqual([statements, before]);
    sent.mockRestore();
    expect(told(again)).toEqual(told(first));
    expect(again.headers["content-length"]).toBe(String(again.body.length));
    expect(again.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    const answered = await app.request(
      path,
      { headers: { "accept-encoding": "br" } },
      { incoming: { socket: { remoteAddress: "203.0.113.1" } } },
    );
    for (const [header, value] of answered.headers)
      if (header !== "x-request-id") expect([header, again.headers[header]]).toEqual([header, value]);
    const known = await read(path, { "if-none-match": String(first.headers["etag"]) });
    expect([known.status, known.body.length, known.headers["etag"]]).toEqual([304, 0, first.headers["etag"]]);
    expect([known.headers["content-type"], known.headers["content-length"]]).toEqual([undefined, undefined]);
  });
});

test("after a change it is made anew, and so is whatever is one caller's", async () => {
  await read(schema);
  expect(await isMade(schema)).toBe(false);
  await database().skill.update({ where: { slug: name }, data: { displayName: "Another" } });
  expect(await isMade(schema)).toBe(true);
  expect(await isMade(schema)).toBe(false);
  const { key } = await makeKeyHolder();
  for (const headers of [{ "x-api-key": key }, { range: "bytes=0-1" }, { host: "a b" }])
    expect([headers, await isMade(schema, headers)]).toEqual([headers, true]);
});

test("it has its line in the log and is counted under its operation", async () => {
  const countedFor = async () => {
    const text = await metrics.getSingleMetricAsString("emporion_request_seconds");
    return Number(
      /_count\{route="\/v1\/agent\/skills\/:\w+\/schema",method="GET",status="200"\} (\d+)/.exec(text)?.[1],
    );
  };
  await read(schema);
  const before = await countedFor();
  const lines = vi.spyOn(logger, "info");
  const { headers } = await read(schema);
  const line = { requestId: headers["x-request-id"], method: "GET", path: schema, status: 200 };
  expect(lines.mock.calls).toEqual([[{ ...line, ms: expect.any(Number) as number }, "request"]]);
  lines.mockRestore();
  expect(await countedFor()).toBe(before + 1);
});

test("a cached package is counted for each who is sent it, but for nobody's demand", async () => {
  const count = () => database().download.count({ where: { skill: { slug: name } } });
  const of = (address: string) => ({ "x-forwarded-for": address });
  const first = await read(download, of("198.51.100.1"));
  const before = await count();
  for (const address of ["198.51.100.2", "198.51.100.3", "198.51.100.2"])
    expect(await isMade(download, of(address))).toBe(false);
  await read(download, { ...of("198.51.100.4"), "user-agent": "Somebot/1.0 (crawler)" });
  await read(download, { ...of("198.51.100.5"), "if-none-match": String(first.headers["etag"]) });
  await read(download, { ...of("198.51.100.6"), "x-skills-update-check": "1" });
  expect(await count()).toBe(before + 2);
});
