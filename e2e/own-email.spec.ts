import type { Browser, Page } from "@playwright/test";
import { objectionsInEveryView, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { growOld } from "./grow-old";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

test.use(STILL);

const PASSWORD = "a long enough password";
const usernameOn = (page: Page) => page.getByLabel("Username", { exact: true }).inputValue();
const newEmail = (name: string) => `${name}-${Date.now()}@example.org`;

/** The address of the newest link of this form that was mailed to somebody. */
async function linkTo(page: Page, email: string, form: RegExp): Promise<string> {
  await page.goto("/outbox");
  const mails = page.getByRole("article").filter({ hasText: email });
  return (await mails.getByRole("link", { name: form }).first().getAttribute("href")) ?? "";
}

/** The same person in a browser that runs no scripts, or nobody. */
async function withoutScripts(browser: Browser, page: Page | null): Promise<Page> {
  const storageState = page ? await page.context().storageState() : { cookies: [], origins: [] };
  return (await browser.newContext({ javaScriptEnabled: false, storageState })).newPage();
}

/** The settings of somebody with a wallet, in a browser of their own. */
async function settingsOf(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await installTestWallet(page.context(), person(name));
  await page.goto("/sign-in?return=/settings");
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await page.waitForURL("**/settings");
  return page;
}

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto("/settings");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("region", { name: "Email" }).getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText("Check your email.")).toBeVisible();
}

test("whoever came with a wallet adds an address, sets a password by it, and signs in without the wallet", async ({
  browser,
  page,
  signIn,
}) => {
  await signIn(page, person("adds an address"), "/settings");
  const username = await usernameOn(page);
  const email = newEmail("added");
  await askForLink(page, email.toUpperCase());
  expect(await objectionsInEveryView(page)).toEqual([]);
  const link = await linkTo(page, email, /\/settings\/email/);

  const nobody = await withoutScripts(browser, null);
  await nobody.goto(link);
  await expect(nobody.getByText(`Sign in to ${username} first`)).toBeVisible();
  await nobody.getByRole("link", { name: "Sign in by email" }).click();
  await expect(nobody.getByLabel("Email")).toBeVisible();
  await nobody.context().close();

  await page.goto(link);
  await page.reload(); // looking changes nothing
  await expect(page.getByText(`Your account ${username} will get the address ${email}.`)).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await page.waitForURL("**/settings?done=email#email");
  await expect(page.getByRole("definition").filter({ hasText: email })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText("The address is confirmed")).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);

  await page.goto("/settings");
  await page
    .getByRole("region", { name: "Password" })
    .getByRole("button", { name: "Send me the link" })
    .click();
  await expect(page.getByText(`The link is in an email to ${email}.`)).toBeVisible();
  await page.goto(await linkTo(page, email, /\/login\/reset/));
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
  await page.goto("/settings");
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue(username);
  await expect(page.getByText("Unlink", { exact: true })).toBeVisible();
});

test("a link is for its own account alone, and an address of another account is told so by mail", async ({
  browser,
}) => {
  const asks = await settingsOf(browser, "asks for an address");
  const username = await usernameOn(asks);
  const email = newEmail("asked");
  await askForLink(asks, email);
  const link = await linkTo(asks, email, /\/settings\/email/);

  const reads = await settingsOf(browser, "reads another's mail");
  const reader = await usernameOn(reads);
  await reads.goto(link);
  await expect(reads.getByText(`This link is for the account ${username}`)).toBeVisible();
  await expect(reads.getByRole("button", { name: "Confirm the address" })).toHaveCount(0);
  expect(await objectionsInEveryView(reads)).toEqual([]);
  await askForLink(reads, email);
  await reads.goto(await linkTo(reads, email, /\/settings\/email/));
  await reads.getByRole("button", { name: "Confirm the address" }).click();
  await reads.waitForURL("**/settings?done=email#email");
  await reads.context().close();

  await asks.goto(link);
  await expect(asks.getByText("Another account has this address")).toBeVisible();
  await askForLink(asks, email);
  await asks.goto("/outbox");
  const told = asks.getByRole("article").filter({ hasText: email }).first();
  await expect(told).toContainText(`It belongs to the account ${reader}`);
  await asks.context().close();
});

test("the address of an account is changed by who confirms that it is theirs, without scripts; the one before is told", async ({
  browser,
}) => {
  const page = await withoutScripts(browser, null);
  const username = `moving-${Date.now()}`;
  const [before, after] = [newEmail("before"), newEmail("after")];
  await page.request.post("/v1/owners/register", { data: { username, email: before } });
  await page.goto(await linkTo(page, before, /\/owners\/verify/));
  await page.getByRole("button", { name: "Confirm and create the account" }).click();
  await page.getByRole("link", { name: "Set a password" }).click();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your password is set.")).toBeVisible();
  const signInBy = async (email: string) => {
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  await signInBy(before);
  await page.waitForURL("**/dashboard");

  await growOld(page);
  await page.goto("/settings");
  await page.getByText("Change address").click();
  const ask = async () => {
    await page.getByLabel("New email address").fill(after);
    await page
      .getByRole("region", { name: "Email" })
      .getByRole("button", { name: "Send me the link" })
      .click();
  };
  await ask();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("**/settings?confirmed=email#email");
  await ask();
  await expect(page.getByText("Check your email.")).toBeVisible();
  await page.goto(await linkTo(page, after, /\/settings\/email/));
  await expect(page.getByText(`${after} instead of ${before}`)).toBeVisible();
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await page.waitForURL("**/settings?done=email#email");
  await page.goto("/outbox");
  const told = page.getByRole("article").filter({ hasText: before }).first();
  await expect(told).toContainText(`${username} has a new address`);

  await page.context().clearCookies();
  await signInBy(before);
  await expect(page.getByText("Sign-in failed.")).toBeVisible();
  await signInBy(after);
  await page.waitForURL("**/dashboard");

  // A mailbox gets six of these an hour, whatever else it was sent.
  for (let sent = 1; sent <= 7; sent++) {
    await page.goto("/settings");
    await page.getByRole("button", { name: "Forgotten it? Get a link by email." }).click();
  }
  await page.waitForURL(/limited=password/);
  await expect(page.getByText("Too many links were requested.")).toBeVisible();
  await page.context().close();
});
