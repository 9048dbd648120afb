import { expect, test } from "./fixtures";

const PASSWORD = "another long password";

test.use({ javaScriptEnabled: false });

test("who has forgotten the password sets another through a mailed link, once, without scripts", async ({
  page,
  request,
}) => {
  const username = `forgetful-${Date.now()}`;
  const email = `${username}@example.org`;
  const mailTo = async (link: RegExp) => {
    await page.goto("/outbox");
    const mails = page.getByRole("article").filter({ hasText: email });
    await mails.getByRole("link", { name: link }).first().click();
  };
  await page.request.post("/v1/owners/register", { data: { username, email } });
  await mailTo(/\/owners\/verify/);
  const confirm = page.getByRole("button", { name: "Confirm and create the account" });
  await confirm.click();
  await expect(confirm).toBeHidden();
  await page.goto("/outbox");
  const opened = page.getByRole("article").filter({ hasText: email }).first();
  await expect(opened).toContainText("sk_");
  const [key = ""] = /sk_[0-9a-f]+/.exec((await opened.textContent()) ?? "") ?? [];

  await page.goto("/login?return=%2Fkeys");
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText("Check your email.")).toBeVisible();
  await mailTo(/\/login\/reset/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set a new password");
  const link = page.url();
  // The first password: nothing was forgotten, so nothing is ended unasked.
  const keysToo = page.getByLabel("Revoke all API keys as well");
  await expect(keysToo).not.toBeChecked();
  await keysToo.check();
  await page.getByLabel("New password").fill("too short");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(keysToo).toBeChecked();
  await keysToo.uncheck();
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your password is set.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === "/keys");

  await page.goto(link);
  await expect(page.getByText("This link no longer works.")).toBeVisible();

  const whoami = () => request.get("/api/v1/whoami", { headers: { "x-api-key": key } });
  expect((await whoami()).status()).toBe(200);
  await page.goto("/login/forgot");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText("Check your email.")).toBeVisible();
  await mailTo(/\/login\/reset/);
  await expect(keysToo).toBeChecked();
  await page.getByLabel("New password").fill("a third long password");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your password is set.")).toBeVisible();
  expect((await whoami()).status()).toBe(401);
});
