import { objectionsInEveryView, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { growOld } from "./grow-old";
import { registerByMail } from "./register-by-mail";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

test.use(STILL);

const PASSWORD = "a long enough password";

test("whoever finds an open session adds no address to it: its owner signs with the wallet, comes back, and goes on", async ({
  browser,
  page,
  signIn,
}) => {
  await signIn(page, person("left the session open"), "/settings");
  await growOld(page);
  await page.goto("/settings");
  await expect(page.getByRole("link", { name: "Confirm it is you, then link a wallet" })).toBeVisible();
  const email = `open-${Date.now()}@example.org`;
  await page.getByLabel("Email address").fill(email);
  const send = page.getByRole("region", { name: "Email" }).getByRole("button", { name: "Send me the link" });
  await send.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm it is you");
  expect(await objectionsInEveryView(page)).toEqual([]);

  // A thief has the session, and a wallet of their own.
  const thief = await (
    await browser.newContext({ storageState: await page.context().storageState() })
  ).newPage();
  await installTestWallet(thief.context(), person("found the session open"));
  await thief.goto(page.url());
  await thief.getByRole("button", { name: WALLET_NAME }).click();
  await thief.getByRole("button", { name: "Sign the message" }).click();
  await expect(thief.getByText("Not confirmed. Use a wallet linked to this account.")).toBeVisible();

  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await page.waitForURL("**/settings?confirmed=email#email");
  await expect(page.getByText("Confirmed.")).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await send.click();
  await expect(page.getByText("Check your email.")).toBeVisible();

  // The copy of the session is not confirmed by what its owner did.
  await thief.goto("/keys");
  await thief.getByLabel("Name").fill("of a thief");
  await thief.getByRole("button", { name: "Create key" }).click();
  await expect(thief.getByRole("heading", { level: 1 })).toHaveText("Confirm it is you");
  await thief.context().close();
});

test("whoever looked at the settings for too long is asked before a wallet is linked", async ({
  page,
  signIn,
}) => {
  await signIn(page, person("looks for long"), "/settings");
  await growOld(page);
  const link = page.getByRole("region", { name: "Wallets" });
  await link.getByRole("button", { name: WALLET_NAME }).click();
  await link.getByRole("button", { name: "Sign the message" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm it is you");
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await page.waitForURL("**/settings?confirmed=wallets#wallets");
  await link.getByRole("button", { name: WALLET_NAME }).click();
  await link.getByRole("button", { name: "Sign the message" }).click();
  await page.waitForURL("**/settings?done=wallets#wallets");
});

test("the pages of a password stand in every view: to confirm, in the settings, and behind a mailed link", async ({
  page,
}) => {
  const { email, mails } = await registerByMail(page, `views-${Date.now()}`, PASSWORD);
  await page.goto("/settings");
  await expect(page.getByLabel("Revoke all API keys as well")).not.toBeChecked();
  expect(await objectionsInEveryView(page)).toEqual([]);
  await growOld(page);
  await page.goto("/settings/confirm");
  await page.getByLabel("Your password").fill("not the password");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("status").getByText("Incorrect password.")).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);
  await page.goto("/login/forgot");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText("Check your email.")).toBeVisible();
  await page.goto("/outbox");
  const link = mails().getByRole("link", { name: /\/login\/reset/ });
  await page.goto((await link.first().getAttribute("href")) ?? "");
  await expect(page.getByLabel("Revoke all API keys as well")).toBeChecked();
  expect(await objectionsInEveryView(page)).toEqual([]);
});

test("a page of another site confirms nobody", async ({ page, request, signIn, baseURL }) => {
  await signIn(page, person("is elsewhere"), "/settings");
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const sent = await request.post(new URL("/api/sign-in/confirm", baseURL).href, {
    headers: { cookie, "content-type": "text/plain", origin: "https://evil.example" },
    data: JSON.stringify({ message: "", signature: "" }),
  });
  expect(await sent.json()).toMatchObject({ error_code: "CONTENT_TYPE_INVALID" });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a password confirms, and is asked for once in a quarter of an hour; guesses are counted", async ({
    page,
  }) => {
    const username = `confirming-${Date.now()}`;
    await registerByMail(page, username, PASSWORD);
    await growOld(page);
    await page.goto("/settings");
    await page.getByText("Close account", { exact: true }).click();
    await page.getByLabel(`Type ${username} to close the account`).fill(username);
    await page.getByRole("button", { name: "Close the account permanently" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm it is you");
    const confirm = async (password: string) => {
      await page.getByLabel("Your password").fill(password);
      await page.getByRole("button", { name: "Confirm" }).click();
    };
    await confirm("not the password");
    const why = page.getByRole("status").getByRole("link", { name: "Incorrect password." });
    await expect(why).toHaveAttribute("href", "#confirm-password");
    await confirm(PASSWORD);
    await page.waitForURL("**/settings?confirmed=close#close");
    await expect(page.getByText("Nothing has changed yet.")).toBeVisible();

    // From here on nothing is asked again.
    await page.goto("/keys");
    await page.getByLabel("Name").fill("laptop");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByText("Copy the key now.")).toBeVisible();

    await growOld(page);
    await page.goto("/keys");
    await page.getByLabel("Name").fill("desktop");
    await page.getByRole("button", { name: "Create key" }).click();
    await confirm(PASSWORD);
    await page.waitForURL("**/keys?confirmed=1");
    await expect(page.getByLabel("Name")).toHaveValue("desktop");

    await growOld(page);
    await page.goto("/settings/confirm");
    for (let guess = 4; guess <= 10; guess++) await confirm(`guess ${guess}`);
    await confirm(PASSWORD);
    await expect(page.getByText("Too many attempts.")).toBeVisible();
  });
});
