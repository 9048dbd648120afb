import type { Page } from "@playwright/test";
import { objectionsInEveryView, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { makeKey, publish } from "./publish-with-key";
import { registerByMail } from "./register-by-mail";
import { WALLET_NAME } from "./test-wallet";

test.use(STILL);

const usernameOn = (page: Page) => page.getByLabel("Username", { exact: true }).inputValue();

test("a creator closes their account: skills are withdrawn, the page is gone, the wallet opens an empty one", async ({
  page,
  request,
  signIn,
}) => {
  await signIn(page, person("closes the account"), "/keys");
  const key = await makeKey(page);
  const skill = `closing-${Date.now()}`;
  await publish(request, key, skill);
  await page.goto("/settings");
  const username = await usernameOn(page);

  await page.getByText("Close account", { exact: true }).click();
  await page.getByLabel(`Type ${username} to close the account`).fill("somebody-else");
  await page.getByRole("button", { name: "Close the account permanently" }).click();
  await expect(page.getByText("Nothing was changed.")).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);

  await page.getByLabel(`Type ${username} to close the account`).fill(username);
  await page.getByRole("button", { name: "Close the account permanently" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account is closed");
  await page.goto("/settings");
  await expect(page).toHaveURL(/\/sign-in\?return=/);

  const gone = await page.goto(`/people/${username}`);
  expect(gone?.status()).toBe(410);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`The account ${username} is closed`);
  expect(await objectionsInEveryView(page)).toEqual([]);
  await page.goto(`/skills/${skill}`);
  await expect(page.getByText("Its owner closed their account.").first()).toBeVisible();
  for (const tab of ["versions", "reviews", "security", "api", "examples", "files"])
    expect((await page.goto(`/skills/${skill}/${tab}`))?.status()).toBe(200);

  const headers = { "x-api-key": key, accept: "application/json, text/event-stream" };
  const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: {} };
  const answers = await Promise.all([
    request.get("/v1/keys/api", { headers }),
    request.get("/api/v1/whoami", { headers }),
    request.post("/mcp", { headers, data: initialize }),
  ]);
  expect(answers.map((answer) => answer.status())).toEqual([401, 401, 401]);

  await page.goto("/sign-in?return=/settings");
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await page.waitForURL("**/settings");
  await expect(page.getByLabel("Username", { exact: true })).not.toHaveValue(username);
  await page.goto("/dashboard/skills");
  await expect(page.getByText(skill)).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an account with an address is closed, and a last mail says so", async ({ page }) => {
    const username = `leaving-${Date.now()}`;
    const password = "a long enough password";
    const { email, mails: mailTo } = await registerByMail(page, username, password);

    await page.goto("/settings");
    await page.getByText("Close account", { exact: true }).click();
    await page.getByLabel(`Type ${username} to close the account`).fill(username);
    await page.getByRole("button", { name: "Close the account permanently" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account is closed");

    await page.goto("/outbox");
    await expect(mailTo()).toHaveCount(1);
    await expect(mailTo().getByText("Your account is closed")).toBeVisible();
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Sign-in failed.")).toBeVisible();
  });
});
