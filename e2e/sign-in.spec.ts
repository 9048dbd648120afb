import { expect, person, test } from "./fixtures";
import { installTestWallet, setWalletRefuses, WALLET_NAME } from "./test-wallet";

test("a wallet signs in by signing the text on the page", async ({ page, signIn }) => {
  const who = person("signs in");
  await signIn(page, who);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.goto("/settings");
  await expect(page.getByText(who.address)).toBeVisible();
});

test("a wallet that refuses leaves nobody signed in", async ({ page, context }) => {
  await installTestWallet(context, person("refuses to sign in"));
  await page.goto("/sign-in");
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await expect(page.getByText("wants you to sign in with your Solana account")).toBeVisible();
  await setWalletRefuses(page, true);
  await page.getByRole("button", { name: "Sign the message" }).click();
  await expect(page.getByText("Your wallet refused to sign.")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("the pages of an account ask strangers to sign in first", async ({ page }) => {
  for (const path of ["/dashboard", "/publish", "/keys", "/review"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/sign-in\?return=/);
  }
});
