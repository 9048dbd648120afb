import type { Page } from "@playwright/test";
import { objections } from "./axe";
import { releaseOf, type Release } from "./counting-release";
import { expect, person, test } from "./fixtures";
import { openOffice } from "./office";
import { openSession } from "./open-session";
import { continueWhenChecked, publishFromCheck } from "./publish-steps";
import { seeAll, signShown } from "./sign-verdict";
import { installTestWallet } from "./test-wallet";

const EVERY = ["SKILL.md", "main.py"];

async function publish(page: Page, release: Release): Promise<void> {
  await page.goto("/publish");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: "a.skill", mimeType: "application/zip", buffer: releaseOf(release) });
  await continueWhenChecked(page);
  await publishFromCheck(page);
  await expect(page.getByText("Approved and listed.")).toBeVisible();
}

test("unread releases are audited in full, every file; the next one only against the sealed one", async ({
  browser,
  baseURL,
  page,
  signIn,
}) => {
  const name = `since-${Date.now()}`;
  await signIn(page, person(`publishes ${name}`), "/publish");
  await publish(page, { name, version: "1.0.0" });
  await publish(page, { name, version: "1.1.0" });
  await expect(page.getByText("A full audit is needed: every file.")).toBeVisible();
  await page.goto("/dashboard/skills");
  await page
    .getByRole("row", { name })
    .getByRole("button", { name: /^Request an audit/ })
    .click();
  await expect(page.getByRole("row", { name }).getByText(/^Audit requested/)).toBeVisible();

  const verifier = person(`reads ${name}`);
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  await installTestWallet(context, verifier);
  await openSession(context, baseURL, verifier);
  const reader = await context.newPage();
  const office = await openOffice(browser, baseURL, "/administration/audits");
  await office.getByLabel(/^Wallet/).fill(verifier.address);
  await office.getByLabel(/^Name/).fill(`Reader ${name}`);
  await office.getByRole("button", { name: "Enrol verifier" }).click();
  await expect(office.getByText(verifier.address)).toBeVisible();
  await office.context().close();

  // Requested, it is among the first.
  const open = async () => {
    await reader.goto("/review");
    const link = reader.getByRole("table").getByRole("link", { name });
    for (let number = 2; (await link.count()) === 0; number++) await reader.goto(`/review?page=${number}`);
    await link.click();
    await expect(reader.getByRole("heading", { level: 1 })).toContainText(name);
  };
  await open();
  const files = reader.getByRole("navigation", { name: "Files", exact: true });
  await expect(reader.getByText("Full audit: every file")).toBeVisible();
  await expect(files.getByText("0 of 2 seen")).toBeVisible();
  await expect(files.getByText(/sealed before/)).toHaveCount(0);

  // Without scripts the files are seen just as well; with one of them unseen nothing is sealed.
  const plain = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  });
  const unscripted = await plain.newPage();
  await unscripted.goto(reader.url());
  await unscripted.getByRole("button", { name: "Seen: next file SKILL.md" }).click();
  await expect(unscripted.getByText("1 of 2 seen")).toBeVisible();
  await expect(unscripted.getByRole("button", { name: "Seen: next file main.py" })).toBeVisible();
  await unscripted.getByRole("button", { name: "Show what will be signed" }).click();
  await expect(unscripted.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await expect(unscripted.getByText("urn:emporion:skill-audit:v1")).toHaveCount(0);
  await plain.close();

  await reader.reload();
  expect(await objections(reader, "as it stands", "all")).toEqual([]);
  expect(await seeAll(reader)).toEqual(EVERY.slice(1));
  await expect(reader.getByText("2 of 2 seen")).toBeVisible();
  const market = reader.getByRole("region", { name: "What the market found by itself" });
  await expect(market.getByRole("button")).toHaveCount(0);
  await reader.getByRole("button", { name: "Show what will be signed" }).click();
  await expect(reader.getByText("The seal covers every file: 2 files.")).toBeVisible();
  await signShown(reader);
  await expect(reader.getByRole("img", { name: /Audited · Emporion · Every file/ })).toBeVisible();
  await page.goto(`/skills/${name}`);
  await expect(page.getByText(/^Audited: every file, sealed /).first()).toBeVisible();
  await expect(page.getByText("Owned and audited").first()).toBeVisible();
  await expect(page.getByText("its owner is known")).toHaveCount(0);

  await publish(page, { name, version: "1.2.0", language: true });
  await expect(page.getByText("A reduced audit is needed")).toBeVisible();
  await open();
  await expect(reader.getByText("Reduced audit: changes since the last seal")).toBeVisible();
  await expect(reader.getByText("against 1.1.0, sealed")).toBeVisible();
  expect(await seeAll(reader)).toEqual(EVERY);
  await reader.getByRole("button", { name: "Show what will be signed" }).click();
  await expect(reader.getByText("The seal covers what changed since 1.1.0: 2 files.")).toBeVisible();
  await signShown(reader);
  await page.goto(`/skills/${name}/security`);
  await expect(page.getByText(/Audited: changes since 1\.1\.0, sealed /).first()).toBeVisible();
  await expect(page.getByText(`Reader ${name} read what changed since 1.1.0`)).toBeVisible();
  await expect(page.getByText("Found by the market").first()).toBeVisible();
  await context.close();
});
