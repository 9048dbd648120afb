import { expect, test } from "vitest";
import { isAgentRequest } from "@/api/is-agent-request";
import { call, expectProblem } from "@/api/testing/client";
import { GUIDES } from "@/lib/web/documents/guides";
import { ERROR_CODES } from "@/lib/kernel/error-codes";

const textOf = async (path: string) => {
  const { status, headers, bytes } = await call("GET", path);
  expect([status, headers.get("content-type"), isAgentRequest({ url: path })]).toEqual([
    200,
    "text/markdown; charset=utf-8",
    true,
  ]);
  return new TextDecoder().decode(bytes);
};

test("every guide and every error code can be read as Markdown", async () => {
  for (const guide of GUIDES) expect(await textOf(`/docs/${guide}.md`), guide).toMatch(/^# .+\n\n\S/);
  for (const code of ERROR_CODES)
    expect(await textOf(`/errors/${code}.md`), code).toMatch(/^# .+\n\nHTTP \d{3}: /);
});

test("a page of an error code says what to do next; code in a guide names this market", async () => {
  expect(await textOf("/errors/QUOTE_EXPIRED.md")).toContain("## What an agent should do next");
  expect(await textOf("/docs/mcp.md")).not.toContain("https://MARKET");
});

test("304 to who has it, 404 for what is no document", async () => {
  const etag = (await call("GET", "/docs/payment.md")).headers.get("etag") ?? "";
  expect((await call("GET", "/docs/payment.md", { headers: { "if-none-match": etag } })).status).toBe(304);
  for (const path of ["/docs/nope.md", "/errors/NOPE.md", "/docs/operating.md"]) {
    expectProblem(await call("GET", path), 404, "NOT_FOUND");
  }
});

test("the pictures of documents are served, and nothing else below them", async () => {
  const { status, headers, bytes } = await call("GET", "/docs/images/ko/publish-join.webp");
  expect([status, headers.get("content-type"), bytes.length > 0]).toEqual([200, "image/webp", true]);
  expect(isAgentRequest({ url: "/docs/images/ko/publish-join.webp" })).toBe(true);
  expect(headers.get("cache-control")).toBe("public, max-age=3600");
  for (const path of [
    "/docs/images/ko/none.webp",
    "/docs/images/fr/publish-join.webp",
    "/docs/images/home.png",
  ])
    expectProblem(await call("GET", path), 404, "NOT_FOUND");
});
