import { once } from "node:events";
import http from "node:http";
import { connect, Socket, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { logger } from "@/lib/kernel/observability/logger";
import { metrics } from "@/lib/kernel/observability/metrics";
import { registerOwner } from "@/lib/identity/registration/owner-registration";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { inShort, IS_FULL } from "@/lib/testing/full-form";
import { answerWith } from "./answer-request";

testDatabase();

const MEBIBYTE = 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 0x20);

const answer = answerWith(async (_request, response) => {
  response.end("a page");
}, 0);
const server = http.createServer((request, response) => void answer(request, response));
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

/** Sends a body far longer than what is allowed, and stops at the answer; rejects when the answer is lost. */
function sendMuch(headers: Record<string, string>) {
  return new Promise<{ status: number; sentBytes: number }>((resolve, reject) => {
    const outgoing = http.request({ port, path: "/v1/quotes", method: "POST", headers }, (got) => {
      resolve({ status: got.statusCode ?? 0, sentBytes: outgoing.socket?.bytesWritten ?? 0 });
      outgoing.destroy();
    });
    outgoing.on("error", reject);
    writeOn(outgoing);
  });
}

function writeOn(outgoing: http.ClientRequest, sentBytes = 0): void {
  if (outgoing.destroyed || sentBytes >= 64 * MEBIBYTE) return;
  outgoing.write(CHUNK, () => setImmediate(() => writeOn(outgoing, sentBytes + CHUNK.length)));
}

const DECLARED = { "content-type": "application/json", "content-length": `${64 * MEBIBYTE}` };
const CHUNKED = { "content-type": "application/json", "transfer-encoding": "chunked" };

describe("a body over the limit", () => {
  const SENDERS: [string, Record<string, string>][] = [
    ["declared, on a connection that is kept", DECLARED],
    ["chunked, on a connection that is kept", CHUNKED],
    ["declared, on a connection for one request", { ...DECLARED, connection: "close" }],
    ["chunked, on a connection for one request", { ...CHUNKED, connection: "close" }],
  ];
  const SHORT = ["declared, on a connection that is kept", "chunked, on a connection for one request"];
  test.each(inShort(SENDERS, SHORT))("is answered, and the answer is never lost: %s", async (_, headers) => {
    // Many at once, so that answers and closing are late.
    const answers = await Promise.all(Array.from({ length: IS_FULL ? 25 : 10 }, () => sendMuch(headers)));
    for (const { status, sentBytes } of answers) {
      expect(status).toBe(413);
      expect(sentBytes).toBeLessThan(32 * MEBIBYTE);
    }
  });

  test("that goes on and on after its answer is cut off", async () => {
    const outgoing = http.request({ port, path: "/v1/quotes", method: "POST", headers: CHUNKED });
    const answered = once(outgoing, "response") as Promise<[http.IncomingMessage]>;
    const cut = once(outgoing, "close");
    outgoing.on("error", () => undefined);
    writeOn(outgoing);
    const [response] = await answered;
    expect(response.statusCode).toBe(413);
    response.on("error", () => undefined).resume();
    await cut;
    expect(outgoing.writableFinished).toBe(false);
  });

  test("that ends soon after its answer is taken to its end, and the connection closes without a reset", async () => {
    const socket = connect(port, "127.0.0.1");
    const answered = once(socket.setEncoding("latin1"), "data");
    socket.write(
      `POST /v1/quotes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${MEBIBYTE}\r\n\r\n`,
    );
    expect(String((await answered)[0])).toContain("HTTP/1.1 413");
    socket.end(Buffer.alloc(MEBIBYTE, 0x20));
    expect(await once(socket, "close")).toEqual([false]);
  });
});

describe("an address that cannot be decoded", () => {
  const MANY = "&x=1".repeat(500);

  test.each([
    ["an escape", "/v1/agent/search?q=%FF"],
    ["half a pair", "/v1/skills/%ED%A0%80"],
    ["half an escape", "/mcp?x=%"],
    ["an escape in a search", "/api/search?q=%FF"],
    ["NUL in a name", "/v1/skills/a%00"],
    ["NUL in a search", "/api/search?q=a%00b"],
    ["too many parameters", `/v1/agent/search?q=a${MANY}`],
  ])("is told to an agent as a problem: %s", async (_what, path) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.headers.get("x-request-id")).toBeTruthy();
    expect(await answer.json()).toMatchObject({ status: 400, error_code: "REQUEST_INVALID" });
  });

  test.each([
    ["an escape", "%FF"],
    ["NUL", "a%00"],
    ["too many parameters", MANY],
  ])("is told to a reader of pages in words: %s", async (_what, q) => {
    const answer = await fetch(`http://127.0.0.1:${port}/ko/skills?q=${q}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toContain('<html lang="ko">');
  });
});

describe("a request that is none of this market's", () => {
  /** Sends what no client would, word for word. */
  async function say(head: string): Promise<string> {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    socket.end(`${head}\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`);
    let said = "";
    for await (const part of socket) said += String(part);
    return said;
  }

  test.each([
    ["a form of another site", "POST /settings HTTP/1.1\r\norigin: https://evil.example", 403],
    ["an action that is none", "POST /login HTTP/1.1\r\nnext-action: x", 400],
    ["a form without a boundary", "POST /login HTTP/1.1\r\ncontent-type: multipart/form-data", 400],
    ["an address that is escaped twice", "GET /skills/%25ff HTTP/1.1", 400],
    ["a method no page has", "PROPFIND /skills HTTP/1.1", 405],
  ])("gets a page, and a line of the log that nobody wakes for: %s", async (_what, head, status) => {
    const [failed, told] = [vi.spyOn(logger, "error"), vi.spyOn(logger, "info")];
    const said = await say(head);
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(said).toContain("<h1>");
    expect(said).toContain("content-type: text/html");
    expect(failed).not.toHaveBeenCalled();
    expect(told).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });

  test("gets a problem where no page is", async () => {
    const said = await say("TRACE /api/auth/session HTTP/1.1");
    expect(said).toContain("HTTP/1.1 405 ");
    expect(said).toContain('"error_code":"METHOD_NOT_ALLOWED"');
  });

  test.each(["OPTIONS * HTTP/1.1", "OPTIONS /skills HTTP/1.1"])(
    "is told what may be done: %s",
    async (head) => {
      const said = await say(head);
      expect(said).toContain("HTTP/1.1 204 ");
      expect(said).toContain("allow: GET, HEAD, POST, OPTIONS");
    },
  );

  test("leads nowhere else by a whole address", async () => {
    expect(await say("GET http://evil.example/skills HTTP/1.1")).toContain("a page");
    expect(await say("GET http://evil.example/v1/nothing HTTP/1.1")).toContain("application/problem+json");
  });
});

describe("a probe without a Host, as of HTTP/1.0", () => {
  const probe = async (path: string) => {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    let said = "";
    for await (const part of socket) said += String(part);
    return said;
  };

  test("is answered", async () => {
    expect(await probe("/healthz")).toMatch(/^HTTP\/1\.1 200 /);
    expect(await probe("/readyz")).toContain('"status":"ready"');
    expect(await probe("/")).toContain("a page");
  });
});

describe("the log line of a page", () => {
  const lineOf = async (path: string, headers: Record<string, string> = {}) => {
    const told = vi.spyOn(logger, "info");
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    await response.text();
    await expect.poll(() => told.mock.calls.length).toBe(1);
    const [[line]] = told.mock.calls as unknown as [[Record<string, unknown>]];
    vi.restoreAllMocks();
    return { line, id: response.headers.get("x-request-id") };
  };

  test("has the id of the answer, and nothing of what stands behind the path", async () => {
    const { line, id } = await lineOf("/skills?q=secret");
    expect(line).toMatchObject({
      requestId: id,
      path: "/skills",
      method: "GET",
      status: 200,
    });
    expect(JSON.stringify(line)).not.toContain("secret");
  });

  test("says that an action was asked for, and which trace it belongs to", async () => {
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const headers = { "next-action": "a".repeat(40), traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    expect((await lineOf("/login", headers)).line).toMatchObject({ action: true, traceId: trace });
  });

  test("is not written for each of the framework's files", async () => {
    const told = vi.spyOn(logger, "info");
    await (await fetch(`http://127.0.0.1:${port}/_next/static/x.js`)).text();
    await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
    expect(told).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test("stands beside a figure of its route that no address can multiply", async () => {
    for (const path of ["/skills/xyzzy", "/ko/skills/xyzzy", "/xyzzy", "/v1/skills/xyzzy"])
      await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    const figures = await metrics.metrics();
    for (const route of ["page:/skills", "page:other", "/v1/skills/:id"])
      expect(figures).toContain(`emporion_request_seconds_count{route="${route}"`);
    expect(figures).not.toMatch(/route="[^"]*xyzzy/);
  });
});

describe("a mailed link", () => {
  const open = (path: string, accept = "text/html,*/*;q=0.8") =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } });

  test.each([
    "/drafts/claim",
    "/drafts/verify?token=nothing",
    "/ko/drafts/claim-agent?token=nothing",
    "/owners/verify?token=nothing",
  ])("that leads nowhere is a page with the status a program gets: %s", async (path) => {
    const answer = await open(path);
    expect([answer.status, await answer.text()]).toEqual([404, "a page"]);
  });

  test("that works is a page with 200", async () => {
    const email = `${uniqueName("owner")}@example.com`;
    await registerOwner({ username: uniqueName("user"), email, locale: "en" });
    const link = new URL(
      /http\S+owners\/verify\?token=\S+/.exec((await mailsTo(email))[0]?.text ?? "")?.[0] ?? "",
    );
    expect((await open(link.pathname + link.search)).status).toBe(200);
    expect((await open(`/ko${link.pathname}${link.search}`)).status).toBe(200);
  });

  test("is told to a program as a problem", async () => {
    const answer = await open("/drafts/verify?token=nothing", "*/*");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
  });
});

test("whatever is answered, who takes nothing of it does not hold the connection for ever", async () => {
  const bounds = ["/skills", "/healthz"].map(async (url) => {
    const request = Object.assign(new http.IncomingMessage(new Socket()), { url, method: "GET" });
    const response = new http.ServerResponse(request);
    await answerWith(async () => {}, 0)(request, response);
    return response.listenerCount("timeout");
  });
  expect(await Promise.all(bounds)).toEqual([1, 1]);
});
