import http from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { createHash } from "node:crypto";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "@/lib/db/client";
import { testDatabase } from "@/lib/testing/database";
import proxy from "@/proxy";
import { sendPages } from "./send-pages";
import { cachePages } from "./cache-pages";

testDatabase();

const THEME = "theme()";
const INJECTED = "stolen(document.cookie)";
let made = 0;
/** What the page of the moment holds, whether it does without React, and what is sent beside it. */
let main = "";
let isPlain = true;
let cookies: string[] = [];
let server: http.Server;
let url = "";

/** The document in the language that the proxy has chosen, with all headers that a page can read. */
const documentOf = (lang: string, seen: string) =>
  `<!DOCTYPE html><html lang="${lang}"><head><script nonce="abc" data-stays="">${THEME}</script>` +
  `<script nonce="abc" src="/_next/a.js"></script></head><main${isPlain ? ' data-plain=""' : ""}>${main}</main><i>${seen}</i></html>`;

beforeAll(async () => {
  const render = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    made++;
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const chosen = proxy(new NextRequest(`http://localhost${request.url}`, { headers }));
    const set = [...chosen.headers.getSetCookie(), ...cookies];
    if (set.length > 0) response.setHeader("set-cookie", set);
    await new Promise((resolve) => setImmediate(resolve));
    const [location, rewritten] = ["location", "x-middleware-rewrite"].map((name) =>
      chosen.headers.get(name),
    );
    if (typeof location === "string") {
      response.statusCode = chosen.status;
      response.setHeader("location", new URL(location).pathname);
      response.end();
      return;
    }
    const lang = new URL(rewritten ?? `http://localhost${request.url}`).pathname.split("/")[1] ?? "";
    for (const name of ["host", "connection", "accept-encoding", "x-request-id"]) headers.delete(name);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("content-security-policy", String(chosen.headers.get("content-security-policy")));
    response.setHeader("cache-control", "private, no-store");
    response.end(documentOf(lang, JSON.stringify([...headers])));
  };
  const keep = cachePages({ bytes: 1_000_000, inlineScripts: [THEME] });
  const send = sendPages(render, "/plain.js", async () => [], keep);
  server = http.createServer((request, response) => void send(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(async () => {
  [made, cookies, main, isPlain] = [0, [], "<p>한국어</p>", true];
  await database().change.create({ data: { scope: "catalogue" } });
});

type Answer = http.IncomingMessage & { body: Buffer; lang: string };

/** As it is written: `fetch` would mend the address and the headers. */
function get(path: string, headers: http.OutgoingHttpHeaders = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = http.get(url, { path, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const body = Buffer.concat(parts);
        const lang = /<html lang="([^"]*)"/.exec(body.toString())?.[1] ?? "";
        resolve(Object.assign(response, { body, lang }));
      });
    });
    asked.on("error", reject);
  });
}

test("a page is made once for all who are not signed in, until something changes", async () => {
  const first = await get("/skills");
  expect(first.headers["cache-control"]).toBe("public, no-cache, s-maxage=5");
  const again = await get("/skills");
  expect([made, again.body]).toEqual([1, first.body]);
  await database().change.create({ data: { scope: "catalogue" } });
  await get("/skills");
  expect(made).toBe(2);
});

test("a crowd that comes at once waits for one making", async () => {
  const pages = await Promise.all(Array.from({ length: 20 }, () => get("/docs")));
  expect([made, new Set(pages.map(({ body }) => body.toString())).size]).toEqual([1, 1]);
});

describe("its policy", () => {
  const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const scriptsAllowed = ({ headers }: Answer) =>
    /script-src ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1];

  test("names the scripts of the build, and no number that was used once", async () => {
    expect(scriptsAllowed(await get("/audits"))).toBe(`'self' ${sha256(THEME)}`);
  });

  test.each([
    `<script>${INJECTED}</script>`,
    `<script nonce="abc">${INJECTED}</script>`,
    `<script data-stays="">${INJECTED}</script>`,
    `<script type="application/ld+json"></script><SCRIPT>${INJECTED}</SCRIPT>`,
    `<script type="module">${INJECTED}</script>`,
    `<svg><script>${INJECTED}</script></svg>`,
    `<script nonce="abc">self.__next_f.push([1,"${INJECTED}"])</script>`,
  ])("is the same where a stranger's text came into the page as %s", async (text) => {
    main = text;
    const pages = [await get("/skills/x"), await get("/skills/x")];
    expect(made).toBe(1);
    for (const page of pages) expect(scriptsAllowed(page)).toBe(`'self' ${sha256(THEME)}`);
  });
});

test("who has it already is sent no body, and others the smallest form they read", async () => {
  const packed = await get("/wanted", { "accept-encoding": "gzip, br", "accept-language": "*" });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(packed.body).toString()).toContain("<p>한국어</p>");
  const known = await get("/wanted", { "if-none-match": String(packed.headers.etag) });
  expect([known.statusCode, known.body.length, made]).toEqual([304, 0, 1]);
});

test.each([
  ["a session", "/skills", { cookie: "next-auth.session-token=x" }],
  ["any cookie that could name somebody", "/skills", { cookie: "emporion-written=x" }],
  ["React's own reading", "/skills", { rsc: "1" }],
  ["a key", "/skills", { authorization: "Bearer x" }],
  ["a page of one's own", "/dashboard", {}],
  ["a form about a skill", "/skills/x/report", {}],
  ["a path that leads upwards", "/skills/x/api/../../other", {}],
  ["a path with escapes", "/skills/%78", {}],
  ["a path with empty parts", "/skills//x", {}],
  ["a language in other letters", "/KO/skills", {}],
])("is made anew for %s", async (_, path, headers) => {
  await get(path, headers);
  await get(path, headers);
  expect(made).toBe(2);
});

test.each([
  ["sets a cookie of somebody's", () => (cookies = ["emporion-written=x"])],
  ["sets the cookie of a language", () => (cookies = ["emporion-locale=ko"])],
  ["found nothing, which is counted for each", () => (main = '<p data-unmet="">nothing</p>')],
  ["React brings to life, whose scripts hold what it shows", () => (isPlain = false)],
  ["has parts still to come, which scripts put in place", () => (main = '<template id="B:0"></template>')],
])("a page that %s is kept for nobody", async (_, change) => {
  change();
  await get("/skills?q=1");
  await get("/skills?q=1");
  expect(made).toBe(2);
});

describe("a reader is given the language they chose, whoever came before", () => {
  /** What a stranger sends first, to have others read another language, or lose their own. */
  const POISONS: [string, http.OutgoingHttpHeaders][] = [
    ["a value with another behind it", { cookie: "emporion-locale=ko=x", "accept-language": "en" }],
    ["the same in Chinese", { cookie: "emporion-locale=zh-Hans=x", "accept-language": "en" }],
    ["a value that is no language", { cookie: "emporion-locale=fr", "accept-language": "ko" }],
    ["an empty value", { cookie: "emporion-locale=", "accept-language": "ko" }],
    ["a name without a value", { cookie: "emporion-locale", "accept-language": "ko" }],
    ["two values", { cookie: "emporion-locale=en; emporion-locale=ko" }],
    ["two values, the other way round", { cookie: "emporion-locale=ko; emporion-locale=en" }],
    ["a value in quotes", { cookie: 'emporion-locale="ko"', "accept-language": "en" }],
    ["a value with escapes", { cookie: "emporion-locale=%6Bo", "accept-language": "en" }],
    ["a value in capitals", { cookie: "emporion-locale=KO", "accept-language": "en" }],
    ["a name in escapes", { cookie: "emporion%2Dlocale=ko", "accept-language": "en" }],
    ["a tab before the name", { cookie: "next-auth.csrf-token=x;\temporion-locale=ko" }],
    ["a space within", { cookie: "emporion-locale =ko" }],
    ["a list of languages that matches by region", { "accept-language": "en-KR;q=0.1, ko;q=0.05" }],
    ["a list that is none", { "accept-language": "ko;q=nonsense, en;q=1" }],
    ["a list without end", { "accept-language": `${"x,".repeat(300)}ko` }],
    ["the header of next-intl", { "x-next-intl-locale": "ko" }],
    ["the query's and the page's headers", { "x-page-query": "?x=1", "x-page-path": "/ko/skills" }],
    ["another host", { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" }],
    ["a number of its own", { "x-nonce": "abc", "content-security-policy": "script-src *" }],
    ["a cookie that a page is told of", { cookie: "next-auth.callback-url=https://evil.example" }],
    ["a rewrite", { "x-middleware-rewrite": "/ko/skills", "x-matched-path": "/ko", "x-invoke-path": "/ko" }],
  ];

  test.each(POISONS)("%s", async (what, poison) => {
    const path = `/skills?poison=${encodeURIComponent(what)}`;
    for (const address of [path, `/ko${path}`]) await get(address, poison);
    const english = await get(path, { cookie: "emporion-locale=en", "accept-language": "ko" });
    expect([english.statusCode, english.lang, english.headers["set-cookie"]]).toEqual([200, "en", undefined]);
    const chosen = await get(path, { cookie: "emporion-locale=ko", "accept-language": "en" });
    expect([chosen.statusCode, chosen.headers.location]).toEqual([307, "/ko/skills"]);
    expect(chosen.headers["set-cookie"]).toBeUndefined();
    const korean = await get(`/ko${path}`, { cookie: "emporion-locale=ko" });
    expect([korean.statusCode, korean.lang, korean.headers["set-cookie"]]).toEqual([200, "ko", undefined]);
    // All that a page can read of a request is the same, whoever was first.
    const fresh = await get(`${path}&fresh`);
    const bare = (page: Answer) => page.body.toString().replace(/\["x-(?:page-query|nonce)[^\]]*\]/g, "");
    expect(bare(english)).toBe(bare(fresh));
    expect(String(english.headers["content-security-policy"])).not.toContain("script-src *");
  });

  test("and the choice of an address is kept for who makes it, beside the page and for no cache before many", async () => {
    const first = await get("/ko/people/x");
    const again = await get("/ko/people/x", { cookie: "emporion-locale=en" });
    for (const page of [first, again]) {
      expect([page.lang, page.headers["cache-control"]]).toEqual(["ko", "private, no-cache"]);
      expect(page.headers["set-cookie"]).toEqual([
        "emporion-locale=ko; Path=/; Max-Age=31536000; SameSite=lax",
      ]);
    }
    for (const headers of [{ cookie: "emporion-locale=ko" }, { "accept-language": "ko" }]) {
      const kept = await get("/ko/people/x", headers);
      expect([kept.headers["set-cookie"], kept.headers["cache-control"]]).toEqual([
        undefined,
        "public, no-cache, s-maxage=5",
      ]);
    }
    expect(made).toBe(1);
    const picture = await get("/ko/people/x", { "sec-fetch-dest": "image" });
    expect(picture.headers["set-cookie"]).toBeUndefined();
  });

  test("also where the address leads to the one of the language", async () => {
    const back = await get("/en/skills", { cookie: "emporion-locale=ko" });
    expect([back.statusCode, back.headers.location]).toEqual([307, "/skills"]);
    expect(back.headers["set-cookie"]).toEqual([
      "emporion-locale=en; Path=/; Max-Age=31536000; SameSite=lax",
    ]);
  });
});
