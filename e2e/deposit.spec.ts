import type { Page } from "@playwright/test";
import { objections } from "./axe";
import { expect, person, test } from "./fixtures";
import { openOffice } from "./office";
import { openSession } from "./open-session";
import { makeKey, publish } from "./publish-with-key";

const DEMO_WALLET = "Demo wallet (local ledger only)";

/** Signs in with the demo wallet of this browser, as somebody who has none. */
async function joinWithDemoWallet(page: Page): Promise<void> {
  await page.goto("/sign-in?return=%2Fkeys");
  await page.getByRole("button", { name: DEMO_WALLET }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await page.waitForURL("**/keys");
}

/** Chooses the demo wallet at the desk, where it is not chosen yet. */
async function chooseDemoWallet(page: Page): Promise<void> {
  const [choose, change] = [DEMO_WALLET, "Change"].map((name) => page.getByRole("button", { name }));
  if (!choose || !change) throw new Error("There are two buttons.");
  // The page connects a wallet that it knows by itself, and then the first button goes while it is pressed.
  await expect(async () => {
    if (await choose.isVisible()) await choose.click({ timeout: 2_000 });
    await expect(change).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

async function takeTestMoneyAtDesk(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Get test money" }).click();
  await page.getByRole("button", { name: /Get .* SOL of test money/ }).click();
  await expect(page.getByText("SOL of test money sent.")).toBeVisible();
  await page.getByRole("link", { name: "Back to where you were" }).click();
  await page.waitForURL("**/bond");
}

/** Publishes a skill, and locks its deposit in the browser. */
async function lockDeposit(page: Page, name: string): Promise<void> {
  await joinWithDemoWallet(page);
  await publish(page.request, await makeKey(page), name);
  await page.goto(`/skills/${name}/bond`);
  await expect(page.getByText("No deposit stands behind this version.")).toBeVisible();
  await chooseDemoWallet(page);
  await takeTestMoneyAtDesk(page);
  await page.goto(`/skills/${name}/bond`);
  await chooseDemoWallet(page);
  await page.getByRole("button", { name: "Lock 0.5 SOL" }).click();
  await expect(page.getByText("The deposit is locked.")).toBeVisible();
  await page.getByRole("button", { name: "Show the current state" }).click();
  await expect(page.getByText(/^0\.5 SOL held in a 2-of-3 on-chain vault/)).toBeVisible();
}

async function challenge(page: Page, name: string): Promise<void> {
  await page.goto(`/skills/${name}/security`);
  await page.getByText("Challenge this version").click();
  await page.getByLabel(/^What is wrong/).fill("It miscounts.");
  await page.getByLabel(/^Evidence/).fill("Give it an empty text.");
  await page.getByRole("button", { name: "Open challenge" }).click();
  await expect(page.getByText("Your challenge is waiting for a decision.")).toBeVisible();
}

async function decide(office: Page, name: string, decision: "Uphold" | "Reject"): Promise<void> {
  await office.goto("/administration/audits");
  const waiting = office.getByRole("listitem").filter({ hasText: name });
  await waiting.getByLabel("Reason, public").fill("Looked at.");
  await waiting.getByRole("button", { name: decision }).click();
  await expect(waiting).toBeHidden();
}

const stateOf = async (page: Page, name: string) => {
  const answer = (await (await page.request.get(`/v1/skills/${name}`)).json()) as { audit_state: string };
  return answer.audit_state;
};
/** The page says it once the parties of this installation have signed and the chain has it for good. */
const untilShown = (page: Page, text: string) =>
  expect(async () => {
    await page.reload();
    await expect(page.getByText(text)).toBeVisible({ timeout: 2_000 });
  }).toPass();

test("two starter skills are Optimistic, and the destructive one has the higher deposit", async ({
  page,
}) => {
  for (const [name, amount] of [
    ["meeting-minutes-actions", "0.5 SOL held"],
    ["erase-person", "0.75 SOL held"],
  ] as const) {
    expect(await stateOf(page, name)).toBe("Optimistic");
    await page.goto(`/skills/${name}/bond`);
    await expect(page.getByText(amount)).toBeVisible();
    await expect(page.getByText("Arbiter of this installation, signs by itself").first()).toBeVisible();
  }
  expect(await objections(page, "as it stands", "all")).toEqual([]);
});

test("a creator locks a deposit, is challenged, and takes it back after the challenge was rejected", async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `deposits-${Date.now()}`;
  await lockDeposit(page, name);
  expect(await stateOf(page, name)).toBe("Optimistic");

  const context = await browser.newContext(baseURL ? { baseURL } : {});
  await openSession(context, baseURL, person(`doubts ${name}`));
  await challenge(await context.newPage(), name);
  await context.close();
  await page.reload();
  await chooseDemoWallet(page);
  await page.getByRole("button", { name: "Sign a refund" }).click();
  await expect(page.getByText(/^A challenge to this version is open/)).toBeVisible();

  const office = await openOffice(browser, baseURL, "/administration/audits");
  await decide(office, name, "Reject");
  await office.context().close();
  await page.getByRole("button", { name: "Sign a refund" }).click();
  await expect(page.getByText(/^Signed\. This installation signs next/)).toBeVisible();
  await untilShown(page, "The deposit has left the vault; the version is no longer backed by it.");
  expect(await stateOf(page, name)).toBe("Unverified");
});

test("after an upheld challenge the deposit is paid to the challenger, and nobody has to ask", async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `loses-${Date.now()}`;
  await lockDeposit(page, name);
  const doubter = person(`is right ${name}`);
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  await openSession(context, baseURL, doubter);
  await challenge(await context.newPage(), name);
  await context.close();
  const office = await openOffice(browser, baseURL, "/administration/audits");
  await decide(office, name, "Uphold");
  await office.context().close();
  await untilShown(page, "The deposit was paid to a challenger by two of the three parties");
  await expect(page.getByText(doubter.address).first()).toBeVisible();
  expect(await stateOf(page, name)).toBe("Unverified");
});
