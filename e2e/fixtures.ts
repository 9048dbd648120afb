import { sign, type KeyObject } from "node:crypto";
import { expect, test as base, type Page } from "@playwright/test";
import { openSession } from "./open-session";
import type { Person } from "./person";

/** Signs the sole-signer transaction that the market's quote asks for. */
export function signTransaction(transaction: Uint8Array, key: KeyObject): Uint8Array {
  const signed = Uint8Array.from(transaction);
  signed.set(sign(null, transaction.slice(65), key), 1);
  return signed;
}

interface Story {
  /** Signs in with the person's wallet, which is put into the page's own browser context, and opens a page. */
  signIn: (page: Page, who: Person, returnTo?: string) => Promise<void>;
  /** Takes test money for an address at the local ledger's page. */
  takeTestMoney: (page: Page, address: string) => Promise<void>;
}

export const test = base.extend<Story>({
  signIn: async ({ baseURL }, use) => {
    await use(async (page, who, returnTo = "/dashboard") => {
      await openSession(page.context(), baseURL, who);
      await page.goto(new URL(returnTo, baseURL).href);
    });
  },
  takeTestMoney: async ({ baseURL }, use) => {
    await use(async (page, address) => {
      await page.goto(new URL("/ledger", baseURL).href);
      await page.getByLabel("Address").fill(address);
      await page.getByRole("button", { name: /Get .* SOL of test money/ }).click();
      await expect(page.getByText("SOL of test money sent.")).toBeVisible();
    });
  },
});

export { expect };
export { person, type Person } from "./person";
