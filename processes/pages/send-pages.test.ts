import http from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WrongForm } from "@/app/[locale]/server-action";
import { noteActionBegun } from "@/lib/web/http/watched-request";
import { logger } from "@/lib/kernel/observability/logger";
import { logConsole } from "./failures";
import { sendPages } from "./send-pages";

type Handler = Parameters<typeof sendPages>[0];

const SCRIPT = "/_next/static/plain/x.js";
const PLAIN =
  '<!DOCTYPE html><html><head><script nonce="n" src="/_next/a.js"></script></head><main data-plain="">한국어</main></html>';
const WITHOUT_REACT =
  `<!DOCTYPE html><html><head><script type="module" src="${SCRIPT}" nonce="n"></script></head>` +
  '<main data-plain="">한국어</main></html>';
let server: http.Server | undefined;

afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

/** A server whose pages are what `render` answers. */
async function serve(
  render: Handler,
  script: string | null = SCRIPT,
  unready: () => Promise<string[]> = async () => [],
): Promise<string> {
  const send = sendPages(render, script, unready);
  server = http.createServer((request, response) => void send(request, response));
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers in two parts, cut inside a character, as a stream may. */
const inParts =
  (html: string, status = 200): Handler =>
  async (_request, response) => {
    const bytes = Buffer.from(html);
    const cut = bytes.indexOf(Buffer.from("한")) + 1;
    response.statusCode = status;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.flushHeaders();
    response.write(bytes.subarray(0, cut));
    response.end(bytes.subarray(cut));
  };

function get(
  url: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<http.IncomingMessage & { body: Buffer }> {
  return new Promise((resolve, reject) => {
    http
      .request(url, { headers, method, agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => resolve(Object.assign(response, { body: Buffer.concat(parts) })));
      })
      .on("error", reject)
      .end();
  });
}

it("sends a plain page whole, without the framework, compressed for those who can read that", async () => {
  const url = await serve(inParts(PLAIN));
  const open = await get(`${url}/skills`);
  expect(open.body.toString()).toBe(WITHOUT_REACT);
  expect(open.headers["content-length"]).toBe(String(open.body.length));
  const packed = await get(`${url}/skills`, { "accept-encoding": "gzip, br" });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(packed.body).toString()).toBe(WITHOUT_REACT);
});

it("leaves a page as it is in development", async () => {
  const url = await serve(inParts(PLAIN), null);
  expect((await get(`${url}/skills`)).body.toString()).toBe(PLAIN);
});

it("sends the whole page for 404, in the language of the address, where the framework leaves that to scripts", async () => {
  const url = await serve(async (request, response) => {
    const asked =
      request.url === "/ko/not-found-page?q=1" &&
      request.headers["x-asked-page"] === "/nothing" &&
      request.headers.cookie === "a=b";
    response.setHeader("content-security-policy", asked ? "the whole page's" : "the empty page's");
    await inParts(asked ? PLAIN : '<!DOCTYPE html><html id="__next_error__"></html>', asked ? 200 : 404)(
      request,
      response,
    );
  });
  const missing = await get(`${url}/ko/nothing?q=1`, { cookie: "a=b" });
  expect([missing.statusCode, missing.headers["content-security-policy"]]).toEqual([404, "the whole page's"]);
  expect(missing.body.toString()).toBe(WITHOUT_REACT);
});

it("sends the same for the name of a file that does not exist", async () => {
  const url = await serve((request, response) =>
    request.url === "/not-found-page"
      ? inParts(PLAIN)(request, response)
      : inParts('<!DOCTYPE html><html id="__next_error__"></html>', 404)(request, response),
  );
  const missing = await get(`${url}/nothing.txt`);
  expect([missing.statusCode, missing.body.toString()]).toEqual([404, WITHOUT_REACT]);
});

const FAILED =
  '<!DOCTYPE html><html id="__next_error__"><script>push("{\\"digest\\":\\"1558100537\\"}")</script></html>';

const TOLD = ["x-asked-page", "x-failure-digest", "cookie"] as const;

it.each([
  [["database"], 503, "5", undefined],
  [[], 500, undefined, "1558100537"],
])(
  "says whole what failed, without reading whose page it was: %j away",
  async (away, status, later, digest) => {
    const asked: unknown[] = [];
    const render: Handler = async (request, response) => {
      const whole = request.url?.includes("failed-page") === true;
      if (whole) asked.push([request.url, ...TOLD.map((name) => request.headers[name])]);
      response.setHeader("content-security-policy", whole ? "the whole page's" : "the empty page's");
      await inParts(whole ? PLAIN : FAILED, whole ? 200 : 500)(request, response);
    };
    const url = await serve(render, SCRIPT, async () => away);
    const failed = await get(`${url}/zh-Hans/skills?q=1`, { cookie: "a=b" });
    expect([failed.statusCode, failed.headers["retry-after"]]).toEqual([status, later]);
    expect(failed.headers["content-security-policy"]).toBe("the whole page's");
    expect(failed.body.toString()).toBe(WITHOUT_REACT);
    expect(asked).toEqual([["/zh-Hans/failed-page?q=1", "/skills", digest, undefined]]);
  },
);

it("tells of what was away when the page was made, though it is back when the page is sent", async () => {
  const { error, warn } = console;
  vi.spyOn(logger, "error").mockImplementation(() => undefined);
  logConsole();
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", digest: "7700" });
  const fault = Object.assign(new Error("nothing is away"), { digest: "7711" });
  const render: Handler = async (request, response) => {
    if (request.url?.includes("failed-page")) return inParts(PLAIN)(request, response);
    const failure = request.url === "/fault" ? fault : away;
    console.error(" ⨯", failure);
    await inParts(FAILED.replace("1558100537", failure.digest), 500)(request, response);
  };
  try {
    const url = await serve(render);
    const failed = await get(`${url}/skills`);
    expect([failed.statusCode, failed.headers["retry-after"]]).toEqual([503, "5"]);
    expect(failed.body.toString()).toBe(WITHOUT_REACT);
    expect((await get(`${url}/fault`)).statusCode).toBe(500);
  } finally {
    Object.assign(console, { error, warn });
    vi.restoreAllMocks();
  }
});

it.each([
  ["a page", FAILED, "text/html; charset=utf-8"],
  ["not even its own page for failures", "Internal Server Error", undefined],
])("says it in sentences alone where nothing can be read and nothing asked: %s", async (_, answer, type) => {
  const render: Handler = async (_request, response) => {
    response.statusCode = 500;
    if (type !== undefined) response.setHeader("content-type", type);
    response.end(answer);
  };
  const url = await serve(render, SCRIPT, async () => ["database"]);
  const failed = await get(`${url}/zh-Hans/skills`);
  expect([failed.statusCode, failed.headers["retry-after"], failed.headers["content-type"]]).toEqual([
    503,
    "5",
    "text/html; charset=utf-8",
  ]);
  expect(failed.body.toString()).toContain('<html lang="zh-Hans">');
  expect(failed.body.toString()).toContain("市场暂时无法响应");
});

it("passes what is no page as it comes", async () => {
  const url = await serve(async (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"html":"<main data-plain=\\"\\">"}');
  });
  expect((await get(`${url}/anything`, { "accept-encoding": "gzip" })).body.toString()).toBe(
    '{"html":"<main data-plain=\\"\\">"}',
  );
});

it("sends the page of something that is gone with its status, and no page that only speaks of it", async () => {
  const says = '<meta name="market-status" content="410"/>';
  const gone = PLAIN.replace("<head>", `<head>${says}`);
  const quoted = PLAIN.replace("한국어", says.replaceAll("<", "&lt;"));
  const url = await serve((request, response) =>
    inParts(request.url === "/people/closed" ? gone : quoted)(request, response),
  );
  expect((await get(`${url}/people/closed`)).statusCode).toBe(410);
  expect((await get(`${url}/people/open`)).statusCode).toBe(200);
});

describe("what the framework could not read", () => {
  const { error } = console;
  afterEach(() => {
    Object.assign(console, { error });
    vi.restoreAllMocks();
  });

  /** As the framework answers a form: it prints what failed, then says that it did. */
  const failing =
    (failure: Error, type = "text/plain"): Handler =>
    async (_request, response) => {
      await Promise.resolve();
      console.error(failure);
      response.statusCode = 500;
      response.setHeader("content-type", type);
      response.end("Internal Server Error");
      // The framework tells it again to whoever called it.
      await Promise.resolve();
      response.statusCode = 500;
      response.end("Internal Server Error");
    };
  const post = (url: string, headers = {}) => get(url, headers, "POST");
  const PACKED = "/market/.next/server/chunks/ssr/node_modules_next_dist_0-a._.js";
  const thrownBy = (failure: Error, file: string) =>
    Object.assign(failure, {
      stack: `${failure.message}\n    at read (${file}:1:1)\n    at async m (${PACKED}:1:1)`,
    });
  const THEIRS = "/market/node_modules/next/dist/compiled/next-server/app-page.js";

  it.each([
    ["a form that is none", new TypeError("Failed to parse body as FormData."), 400],
    ["a form that ends too soon", new Error("Unexpected end of form"), 400],
    ["arguments that are no JSON", new SyntaxError("Unexpected token 'n'"), 400],
    [
      "arguments of a kind that the framework cannot make",
      new TypeError("Iterator value null is no entry"),
      400,
    ],
    [
      "more than a form may hold",
      Object.assign(new Error("Body exceeded 8mb limit."), { statusCode: 413 }),
      413,
    ],
  ])("is the fault of who sent it, in words: %s", async (_what, failure, status) => {
    const [failed, told] = [vi.spyOn(logger, "error"), vi.spyOn(logger, "info")];
    logConsole();
    const url = await serve(failing(thrownBy(failure, THEIRS)));
    const packed = await post(`${url}/login`, { "accept-encoding": "gzip" });
    expect([packed.statusCode, gunzipSync(packed.body).toString()]).toEqual([
      status,
      expect.stringContaining("<h1>"),
    ]);
    expect(failed).not.toHaveBeenCalled();
    told.mockClear();
    const answer = await post(`${url}/ko/login`);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.body.toString()).toContain('<html lang="ko">');
    expect(failed).not.toHaveBeenCalled();
    expect(told).toHaveBeenCalledOnce();
    const read = await post(`${await serve(failing(failure, "text/x-component"))}/login`);
    expect(read.statusCode).toBe(status);
  });

  it("is the fault of who sends an action what it does not take, which our code says itself", async () => {
    const [failed, told] = [vi.spyOn(logger, "error"), vi.spyOn(logger, "info")];
    logConsole();
    const said = thrownBy(new WrongForm("no form"), "/market/.next/server/chunks/ssr/a.js");
    for (const type of ["text/plain", "text/x-component", "text/html"]) {
      const url = await serve(failing(said, type));
      expect([type, (await get(`${url}/login`)).statusCode]).toEqual([type, 400]);
    }
    expect(failed).not.toHaveBeenCalled();
    expect(told).toHaveBeenCalled();
  });

  const OURS = "/market/.next/server/chunks/ssr/a.js";
  const odd = () => new SyntaxError("Unexpected token 'n'");
  it.each<[string, Handler, string]>([
    ["our code failed", failing(thrownBy(odd(), OURS)), "POST"],
    ["nothing was sent", failing(thrownBy(odd(), THEIRS)), "GET"],
    ["another package failed", failing(thrownBy(odd(), "/market/node_modules/pg/lib/client.js")), "POST"],
    [
      "an action had begun",
      (request, response) => {
        noteActionBegun();
        return failing(thrownBy(odd(), THEIRS))(request, response);
      },
      "POST",
    ],
  ])("is a failure of ours where %s", async (_, handler, method) => {
    const failed = vi.spyOn(logger, "error").mockImplementation(() => undefined);
    logConsole();
    expect((await get(`${await serve(handler)}/login`, {}, method)).statusCode).toBe(500);
    expect(failed).toHaveBeenCalled();
  });

  it.each([400, 404, 409])("becomes a page where it is told in a word: %d", async (status) => {
    const url = await serve(async (_request, response) => {
      response.statusCode = status;
      response.setHeader("content-type", "text/plain");
      response.end("Server Action unavailable.");
    });
    const answer = await get(`${url}/login`);
    expect([answer.statusCode, answer.body.toString()]).toEqual([status, expect.stringContaining("<h1>")]);
  });
});
