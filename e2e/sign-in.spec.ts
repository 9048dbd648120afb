import { expect, person, test } from "./fixtures";
import { installTestWallet, setWalletRefuses, WALLET_NAME } from "./test-wallet";

test("a wallet signs in by signing the text on the page", async ({ page, context }) => {
  const who = person("signs in");
  await installTestWallet(context, who);
  await page.goto("/sign-in?return=%2Fdashboard");
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await expect(page.getByText("wants you to sign in with your Solana account")).toBeVisible();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await page.waitForURL("**/dashboard");
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

/** A promise that the test keeps when it is time. */
function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((kept) => {
    resolve = kept;
  });
  return { promise, resolve: () => resolve() };
}

test("who follows a link while signing in is not led back, and is signed in", async ({ page, context }) => {
  await installTestWallet(context, person("is impatient"));
  const [answered, arrived] = [gate(), gate()];
  await page.route("**/api/auth/callback/solana", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.route("**/skills", async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto("/sign-in");
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await expect(page.getByText("wants you to sign in with your Solana account")).toBeVisible();
  const asked = page.waitForRequest("**/api/auth/callback/solana");
  await page.getByRole("button", { name: "Sign the message" }).click();
  await asked;
  const left = page.waitForRequest("**/skills");
  await page.getByRole("link", { name: "Browse" }).first().click({ noWaitAfter: true });
  await left;
  const signedIn = page.waitForResponse("**/api/auth/callback/solana");
  answered.resolve();
  await signedIn;
  // The page the reader is leaving still lives, and has its answer now.
  await page.waitForTimeout(1_000);
  arrived.resolve();
  await expect(page).toHaveURL(/\/skills$/);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});

test("Back leads to the page before the sign-in", async ({ page, context }) => {
  await installTestWallet(context, person("goes back"));
  await page.goto("/examples");
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/examples$/);
});
