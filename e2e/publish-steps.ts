import { expect, type Page } from "@playwright/test";

/**
 * Publishes a package from its check on: vetting, price (as it stands, or that many lamports), and everything
 * once more.
 */
export async function publishFromCheck(page: Page, lamports?: string): Promise<void> {
  await page.getByRole("button", { name: "Start vetting" }).click();
  await expect(page.getByText(/^Approved in/)).toBeVisible();
  await page.getByRole("link", { name: "Price and listing" }).last().click();
  if (lamports !== undefined) await page.getByLabel(/^Price lamports/).fill(lamports);
  await page.getByRole("button", { name: "Review everything" }).click();
  await page.getByRole("button", { name: /^Publish \d/ }).click();
}

/** Goes on with a chosen package once the page has told what is in it: the button moves while the text comes. */
export async function continueWhenChecked(page: Page): Promise<void> {
  await expect(page.getByText("Checked", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
}
