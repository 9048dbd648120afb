import { objectionsInEveryView, STILL } from "./axe";
import { expect, test } from "./fixtures";

test.use(STILL);

test("two skills of a list are set side by side without scripts, down to what differs", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/skills?q=json");
  const compare = page.getByRole("button", { name: "Compare selected" });
  await expect(compare).toBeHidden();
  await page.getByRole("checkbox", { name: "Compare json-diff" }).check();
  await page.getByRole("checkbox", { name: "Compare jwt-decode" }).check();
  await compare.click();
  await expect(page).toHaveURL(/\/compare\?skill=\S+&skill=\S+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("2 skills side by side");
  await expect(page.getByRole("columnheader", { name: /^json-diff/ })).toBeVisible();
  const price = page.getByRole("row", { name: /Price per call differs/ });
  await expect(price).toContainText("Free");
  await expect(price).toContainText("5,000 lamports");
  await expect(page.getByRole("row", { name: /License the same/ })).toBeVisible();

  await page.getByRole("link", { name: /that differ/ }).click();
  await expect(page.getByRole("row", { name: / differs/ }).first()).toBeVisible();
  await expect(page.getByRole("row", { name: / the same/ })).toHaveCount(0);

  await page.getByRole("link", { name: "Remove jwt-decode" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Compare json-diff with others");
  await context.close();
});

test("from the page of a skill one gets to others like it, by a tick or by name", async ({ page }) => {
  await page.goto("/skills/json-diff");
  await page.getByRole("link", { name: "Compare with other skills" }).click();
  await expect(page).toHaveURL(/\/compare\?skill=json-diff$/);
  await page.getByLabel("Or by name").fill("unit-conversion");
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page).toHaveURL(/\/compare\?skill=json-diff&skill=unit-conversion$/);
  await page
    .getByRole("checkbox", { name: /^Compare / })
    .first()
    .check();
  await page.getByRole("button", { name: "Compare selected" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("3 skills side by side");
});

test("where nothing is chosen yet, a name that one knows is a beginning", async ({ page }) => {
  await page.goto("/ko/compare");
  await page.getByLabel("또는 이름으로").fill("json-diff");
  await page.getByRole("button", { name: "추가" }).click();
  await expect(page).toHaveURL(/\/ko\/compare\?skill=json-diff$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("json-diff");
});

test("what cannot be compared is named, with what to do, and the rest stands", async ({ page }) => {
  const names = [
    "json-diff",
    "no-such-skill",
    "json-diff@9.9.9",
    "unit-conversion",
    "json-diff",
    "jwt-decode",
    "x",
  ];
  const hostile = "%3Cscript%3E";
  const query = [...names.map(encodeURIComponent), hostile].map((name) => `skill=${name}`).join("&");
  const response = await page.goto(`/compare?${query}`);
  expect(response?.status()).toBe(200);
  await expect(page.getByText("There is no published skill “no-such-skill”.")).toBeVisible();
  await expect(page.getByText("“json-diff” has no published version 9.9.9.")).toBeVisible();
  await expect(page.getByText("Left out: jwt-decode, x.")).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText([/^json-diff/, /^unit-conversion/]);
  expect(await objectionsInEveryView(page)).toEqual([]);
});

test("the names of the columns stay in sight, and on a phone stand beside each value", async ({ page }) => {
  await page.goto("/compare?skill=json-diff&skill=unit-conversion");
  const name = page.getByRole("columnheader", { name: /^json-diff/ });
  await page.getByRole("row", { name: /License/ }).scrollIntoViewIfNeeded();
  await expect(name).toBeInViewport();
  await page.setViewportSize({ width: 360, height: 800 });
  const input = page
    .getByRole("row", { name: /Input differs/ })
    .getByRole("cell")
    .first();
  expect(await input.evaluate((cell) => getComputedStyle(cell, "::before").content)).toBe('"json-diff"');
});
