import type { Page } from "@playwright/test";
import { awake } from "./awake";
import { expect, person, test } from "./fixtures";
import { openOffice } from "./office";
import { makeKey } from "./publish-with-key";
import { reportFromElsewhere } from "./report-from-elsewhere";

/** What has the focus, as its text. */
const focused = (page: Page) => page.locator(":focus");

test("who decides with the keyboard goes on at what came of it, also of a second decision in a row", async ({
  browser,
  baseURL,
}) => {
  const slugs = ["regex-explainer", "semver-compare"];
  const told = ["It cannot count.", "It cannot count either."];
  for (const [index, slug] of slugs.entries()) {
    expect(await reportFromElsewhere(baseURL ?? "", slug, told[index] ?? "")).toBe(201);
  }
  const office = await openOffice(browser, baseURL, "/administration/reports");
  for (const text of told) {
    const report = office.getByRole("listitem").filter({ hasText: text });
    await report.getByLabel(/^Decision/).fill("It counts.");
    const dismiss = report.getByRole("button", { name: "Dismiss" });
    await awake(dismiss);
    await dismiss.press("Enter");
    await expect(report).toHaveCount(0);
    await expect(office.getByText(`Report dismissed: ${slugs[told.indexOf(text)] ?? ""}`)).toBeVisible();
    await expect(focused(office)).toHaveRole("status");
    await expect(focused(office)).toBeInViewport();
  }
  await office.context().close();
});

test("a refusal on the page of settings has the focus, in its part of the page", async ({ page, signIn }) => {
  await signIn(page, person("works with the keyboard"), "/settings");
  await page.getByRole("textbox", { name: /^Domain/ }).fill("nowhere");
  await page.getByRole("textbox", { name: /^Domain/ }).press("Enter");
  await expect(page).toHaveURL(/problem=domains/);
  await expect(focused(page)).toBeInViewport();
  await expect(focused(page)).toContainText("Nothing was changed.");
});

test("a press that takes its own button away says what came of it, where the keyboard goes on", async ({
  page,
  signIn,
}) => {
  await signIn(page, person("revokes with the keyboard"), "/keys");
  await makeKey(page);
  await page.reload();
  await page.getByText("Revoke").first().press("Enter");
  await page.getByLabel(/^Type laptop/).fill("laptop");
  await awake(page.getByRole("button", { name: "Revoke" }));
  await page.getByRole("button", { name: "Revoke" }).press("Enter");
  await expect(focused(page)).toContainText("The key is revoked");

  await page.goto("/settings");
  await awake(page.locator("form:has(#username) button"));
  await page.locator("#username").fill(`keyboard-${Date.now()}`);
  await page.locator("form:has(#username) button").press("Enter");
  await expect(focused(page)).toContainText("Saved.");
  // The second answer comes to another part of the same page.
  await page.locator("#own-email").fill(`keyboard-${Date.now()}@example.com`);
  await page.locator("form:has(#own-email) button").first().press("Enter");
  await expect(focused(page)).toContainText("Check your email.");
});

test("a wallet that is chosen, and another one, keep the keyboard where it was", async ({ page }) => {
  await page.goto("/skills/contract-clause-extractor");
  await page.getByRole("button", { name: "Demo wallet (local ledger only)" }).press("Enter");
  await expect(page.getByRole("button", { name: "Change" })).toBeFocused();
  await page.getByRole("button", { name: "Change" }).press("Enter");
  await expect(page.getByRole("button", { name: "Demo wallet (local ledger only)" })).toBeFocused();
});
