import { expect, test } from "./fixtures";

const PASSWORD = "another long password";

test.use({ javaScriptEnabled: false });

test("who has forgotten the password sets another through a mailed link, once, without scripts", async ({
  page,
}) => {
  const username = `forgetful-${Date.now()}`;
  const email = `${username}@example.org`;
  const mailTo = async (link: RegExp) => {
    await page.goto("/outbox");
    const mails = page.getByRole("article").filter({ hasText: email });
    await mails.getByRole("link", { name: link }).first().click();
  };
  await page.goto("/register");
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await mailTo(/\/owners\/verify/);
  await page.getByRole("button", { name: "Confirm and open the account" }).click();

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText("Check your mailbox.")).toBeVisible();
  await mailTo(/\/login\/reset/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set a new password");
  const link = page.url();
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Your password is set.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === "/dashboard");

  await page.goto(link);
  await expect(page.getByText("This link does not work any more.")).toBeVisible();
});
