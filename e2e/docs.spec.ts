import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "./fixtures";

const pathOf = (address: string) => new URL(address).pathname;

test("the type of a problem leads to the page of its code", async ({ page, request }) => {
  const refused = await request.get("/v1/skills/there-is-no-such-skill");
  const { type, error_code } = (await refused.json()) as { type: string; error_code: string };
  const response = await page.goto(pathOf(type));
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(error_code);
  await expect(page.getByText("HTTP 404")).toBeVisible();
  await expect(page.getByRole("heading", { name: "What an agent should do next" })).toBeVisible();
});

test("every operation of openapi.json has a page with its call, parameters and failures", async ({
  page,
  request,
}) => {
  const description = (await (await request.get("/v1/openapi.json")).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  await page.goto("/docs/api");
  const links = await page
    .getByRole("main")
    .locator('a[href^="/docs/api/"]')
    .evaluateAll((found) => found.map((link) => link.getAttribute("href")?.split("/").at(-1) ?? ""));
  expect(links.sort()).toEqual([...ids].sort());

  await page.goto("/docs/api/createQuote");
  await expect(page.getByText("/v1/quotes", { exact: false }).first()).toBeVisible();
  await expect(page.getByRole("table", { name: "QuoteRequest" })).toContainText("payer");
  await page.getByRole("link", { name: "PRICE_NOT_PAYABLE" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("PRICE_NOT_PAYABLE");
});

test("every line for the shell that has nothing to fill in is answered as it is pasted", async ({
  page,
  request,
}) => {
  const description = (await (await request.get("/v1/openapi.json")).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const folder = mkdtempSync(path.join(tmpdir(), "emporion-pasted-"));
  writeFileSync(path.join(folder, "SKILL.md"), "---\nname: hello\ndescription: Greets.\n---\n# Hello\n");
  const pasted = [];
  await page.goto("/docs/api");
  for (const id of ids) {
    const line = await page.evaluate(firstLineForTheShell, `/docs/api/${id}`);
    expect(line, id).toContain("curl ");
    if (line.includes("<")) continue;
    await promisify(execFile)("sh", ["-c", `rm -f *.skill; ${line.replace("curl", "curl --fail")}`], {
      cwd: folder,
    }).catch((error: { stderr?: string }) => {
      throw new Error(`${line}\n${error.stderr ?? ""}`);
    });
    pasted.push(id);
  }
  rmSync(folder, { recursive: true });
  expect(pasted).toEqual(
    expect.arrayContaining(["searchSkills", "runSkill", "downloadSkill", "validateText"]),
  );
});

/**
 * What a reader of the page at this address copies first. The page is read and not shown: there are more
 * than a hundred.
 */
async function firstLineForTheShell(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  const shown = new DOMParser().parseFromString(await answer.text(), "text/html");
  const lines = Array.from(shown.querySelectorAll("pre"), ({ textContent }) => textContent ?? "");
  return lines.find((line) => line.includes("curl ")) ?? "";
}

test("the guides say how things work, in the language of the page, at the same places", async ({ page }) => {
  await page.goto("/docs");
  await page.getByRole("main").getByRole("link", { name: "Payment" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("How payment works");
  await page.goto("/ko/docs/payment#what-it-costs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("결제 방식");
  await expect(page.getByRole("heading", { name: "비용" })).toBeInViewport();
  await page.goto("/zh-Hans/docs/errors");
  await page.getByRole("row", { name: "需要付款" }).getByRole("link").click();
  await expect(page.getByRole("heading", { name: "智能体接下来该做什么" })).toBeVisible();
  await expect(page.locator("article")).toHaveAttribute("lang", "zh-Hans");
});

test("what is in English only says so in other languages", async ({ page }) => {
  for (const path of ["/docs/dialects/usk", "/docs/api/createQuote"]) {
    await page.goto(`/ko${path}`);
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
    await expect(page.getByText("본문은 영어로 쓰여 있습니다."), path).toBeVisible();
    await expect(page.locator('.docs-main [lang="en"]').first(), path).toBeVisible();
  }
});

test("what is no document says so", async ({ request }) => {
  for (const path of [
    "/docs/nothing",
    "/docs/api/nothing",
    "/docs/dialects/nothing",
    "/errors/NOTHING",
    "/errors/rate_limited",
  ]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test("documents read without scripts", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/docs/errors");
  await page.getByRole("link", { name: "RATE_LIMITED", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("RATE_LIMITED");
  await context.close();
});

test("robots.txt leads to a sitemap whose pages are all there, skills included", async ({ request }) => {
  const robots = await (await request.get("/robots.txt")).text();
  const [, sitemap = ""] = /^Sitemap: (.+)$/m.exec(robots) ?? [];
  const read = async (address: string) =>
    (await request.get(address.replace(/^https?:\/\/[^/]+/, ""))).text();
  const namesIn = (text: string) =>
    [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
  const readAll = async () => {
    const parts = namesIn(await read(sitemap));
    expect(parts.length).toBeGreaterThan(1);
    return Promise.all(parts.map(read));
  };
  const texts = await readAll();
  expect(texts.join("")).toContain('hreflang="zh-Hans"');
  const pages = texts.flatMap(namesIn).map(pathOf);
  expect(pages).toEqual(
    expect.arrayContaining(["/validate", "/ko/docs/payment", "/zh-Hans/skills/csv-profile"]),
  );
  // Those of operations are all read for their lines for the shell; what has a time in its name is of another test.
  const english = pages.filter(
    (path) => !/^\/(?:ko|zh-Hans|docs\/api)(?:\/|$)/.test(path) && !/\d{10,}/.test(path),
  );
  const missing: string[] = [];
  for (const path of english) if ((await request.get(path)).status() !== 200) missing.push(path);
  // What another test has closed since is named no more.
  const named = new Set(missing.length === 0 ? [] : (await readAll()).flatMap(namesIn).map(pathOf));
  expect(missing.filter((path) => named.has(path))).toEqual([]);
});

test("llms.txt names the documents and the check", async ({ request }) => {
  const guide = await (await request.get("/llms.txt")).text();
  for (const path of ["/docs/api", "/docs/errors", "/v1/validate", "/docs/audits"])
    expect(guide).toContain(path);
});
