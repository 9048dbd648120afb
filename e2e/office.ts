import type { Browser, Page } from "@playwright/test";
import { person } from "./fixtures";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

const ADMINISTRATOR = "administrates";

/** A page of an administrator, in a browser of their own, with scripts: they sign in with a wallet. */
export async function openOffice(browser: Browser, baseURL: string | undefined, path: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: true, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await installTestWallet(context, person(ADMINISTRATOR));
  await page.goto(`/sign-in?return=${encodeURIComponent(path)}`);
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await page.waitForURL(`**${path}`);
  return page;
}
