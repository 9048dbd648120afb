import { expect, type Locator, type Page } from "@playwright/test";

/** Somebody with an address they have proven and a password, signed in. */
export interface Registered {
  email: string;
  /** The first key of their account. */
  key: string;
  /** The mails to them on the page /outbox. */
  mails: () => Locator;
}

const KEY = /sk_[0-9a-f]+/;

/** Registers as a program does for its person, sets a password and signs in; works without scripts. */
export async function registerByMail(page: Page, username: string, password: string): Promise<Registered> {
  const email = `${username}@example.org`;
  const mails = () => page.getByRole("article").filter({ hasText: email });
  await page.request.post("/v1/owners/register", { data: { username, email } });
  await page.goto("/outbox");
  await mails()
    .getByRole("link", { name: /\/owners\/verify/ })
    .first()
    .click();
  const confirm = page.getByRole("button", { name: "Confirm and create the account" });
  await confirm.click();
  await expect(confirm).toBeHidden();
  await page.goto("/outbox");
  const opened = mails().first();
  await expect(opened).toContainText(KEY);
  const [key = ""] = KEY.exec((await opened.textContent()) ?? "") ?? [];
  await mails()
    .getByRole("link", { name: /claim-agent-complete/ })
    .first()
    .click();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your password is set.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
  return { email, key, mails };
}
