import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from "node:crypto";
import { expect, test as base, type Page } from "@playwright/test";
import bs58 from "bs58";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

/** A person with a wallet of their own. */
export interface Person {
  seedHex: string;
  address: string;
  key: KeyObject;
}

const PKCS8_PREFIX = "302e020100300506032b657004220420";

/** The person of this name: the same name is the same key, within one run of the market. */
export function person(name: string): Person {
  const seedHex = createHash("sha256").update(`e2e ${name}`).digest("hex");
  const key = createPrivateKey({
    key: Buffer.from(PKCS8_PREFIX + seedHex, "hex"),
    format: "der",
    type: "pkcs8",
  });
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  return { seedHex, address: bs58.encode(spki.subarray(-32)), key };
}

/** Signs the sole-signer transaction that the market's quote asks for. */
export function signTransaction(transaction: Uint8Array, key: KeyObject): Uint8Array {
  const signed = Uint8Array.from(transaction);
  signed.set(sign(null, transaction.slice(65), key), 1);
  return signed;
}

interface Story {
  /** Signs in with the person's wallet, which is put into the page's own browser context. */
  signIn: (page: Page, who: Person, returnTo?: string) => Promise<void>;
  /** Takes test money for an address at the local ledger's page. */
  takeTestMoney: (page: Page, address: string) => Promise<void>;
}

export const test = base.extend<Story>({
  signIn: async ({ baseURL }, use) => {
    await use(async (page, who, returnTo = "/dashboard") => {
      await installTestWallet(page.context(), who);
      await page.goto(new URL(`/sign-in?return=${encodeURIComponent(returnTo)}`, baseURL).href);
      await page.getByRole("button", { name: WALLET_NAME }).click();
      await expect(page.getByText("wants you to sign in with your Solana account")).toBeVisible();
      await page.getByRole("button", { name: "Sign the message" }).click();
      await page.waitForURL(`**${returnTo}`);
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
