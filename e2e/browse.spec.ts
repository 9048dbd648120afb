import { expect, test } from "./fixtures";

test("a newcomer searches in three languages and reads a skill", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/open market/i);

  for (const [query, slug] of [
    ["csv", "csv-profile"],
    ["合同", "contract-clause-extractor"],
    ["회의록", "meeting-minutes-actions"],
  ] as const) {
    await page.goto(`/skills?q=${encodeURIComponent(query)}`);
    await expect(page.getByRole("link", { name: slug, exact: true })).toBeVisible();
  }

  await page.getByRole("link", { name: "meeting-minutes-actions", exact: true }).click();
  await expect(page).toHaveURL(/\/skills\/meeting-minutes-actions/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("meeting-minutes-actions");
});

test("every tab of a skill has an address of its own", async ({ page }) => {
  for (const tab of ["", "/examples", "/versions", "/files", "/security", "/api"]) {
    const response = await page.goto(`/skills/csv-profile${tab}`);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("csv-profile");
  }
});

test("a filter is an address, and unknown pages say so", async ({ page }) => {
  await page.goto("/skills?price=free");
  await expect(page.getByRole("link", { name: "csv-profile", exact: true })).toBeVisible();
  const missing = await page.goto("/skills/there-is-no-such-skill");
  expect(missing?.status()).toBe(404);
});

test("the pages speak Chinese and Korean under their own addresses", async ({ page }) => {
  await page.goto("/zh-Hans/skills");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await page.goto("/ko/skills");
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
});

test("browsing, reading and searching work without scripts", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/skills?q=json");
  await page.getByRole("link", { name: "json-diff", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("json-diff");
  await context.close();
});

test("a skill can be had as one format alone, without a script", async ({ browser, request }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto("/skills/json-diff");
  await page.locator(".install label", { hasText: ".skill file" }).click();
  const formats = page.getByRole("list", { name: "As one format alone:" }).getByRole("link");
  await expect(formats.filter({ hasText: "Agent Skills, reference rules" })).toBeVisible();
  for (const link of await formats.all()) {
    const answer = await request.get((await link.getAttribute("href")) ?? "");
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/zip"]);
  }
  await page.close();
});
