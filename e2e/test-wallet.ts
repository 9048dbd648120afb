import type { BrowserContext, Page } from "@playwright/test";

/** A Wallet Standard wallet that really signs, injected into the page before its own scripts run. */
export interface TestWalletOptions {
  name?: string;
  /** 32 bytes in hexadecimal; the wallet's key. */
  seedHex: string;
}

export const WALLET_NAME = "Test wallet";

/** Puts the wallet into every page of the context. */
export async function installTestWallet(context: BrowserContext, options: TestWalletOptions): Promise<void> {
  await context.addInitScript(walletScript, { name: options.name ?? WALLET_NAME, seedHex: options.seedHex });
}

/** Makes the person behind the wallet say no (or yes again) to everything it is asked. */
export async function setWalletRefuses(page: Page, refuses: boolean): Promise<void> {
  await page.evaluate((value) => {
    (globalThis as unknown as { testWallet: { refuses: boolean } }).testWallet.refuses = value;
  }, refuses);
}

/** Runs in the browser: must not use anything from outside itself. */
function walletScript({ name, seedHex }: { name: string; seedHex: string }): void {
  if (!globalThis.isSecureContext) return;
  const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const toBase58 = (bytes: Uint8Array) => {
    let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    let text = "";
    for (; number > 0n; number /= 58n) text = ALPHABET.charAt(Number(number % 58n)) + text;
    return "1".repeat(bytes.findIndex((byte) => byte !== 0)) + text;
  };
  const state = { refuses: false };
  (globalThis as unknown as { testWallet: typeof state }).testWallet = state;

  const loadKey = (async () => {
    const pkcs8 = new Uint8Array([...fromHex("302e020100300506032b657004220420"), ...fromHex(seedHex)]);
    const privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
    const { x = "" } = await crypto.subtle.exportKey("jwk", privateKey);
    const publicKey = Uint8Array.from(atob(x.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    return { privateKey, publicKey, address: toBase58(publicKey) };
  })();
  const ask = () => {
    if (!state.refuses) return;
    throw Object.assign(new Error("User rejected the request."), { code: 4001 });
  };
  const sign = async (message: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign("Ed25519", (await loadKey).privateKey, Uint8Array.from(message)));

  let accounts: unknown[] = [];
  const connect = async () => {
    const { address, publicKey } = await loadKey;
    const features = ["solana:signTransaction", "solana:signMessage"];
    accounts = [{ address, publicKey, chains: ["solana:localnet"], features }];
    return { accounts };
  };
  const wallet = {
    version: "1.0.0",
    name,
    icon: "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI4IiBoZWlnaHQ9IjgiLz4=",
    chains: ["solana:localnet", "solana:devnet", "solana:mainnet"],
    get accounts() {
      return accounts;
    },
    features: {
      "standard:connect": {
        version: "1.0.0",
        connect: (input?: { silent?: boolean }) => {
          if (!input?.silent) ask();
          return connect();
        },
      },
      "solana:signMessage": {
        version: "1.1.0",
        signMessage: async (...inputs: { message: Uint8Array }[]) => {
          ask();
          return Promise.all(
            inputs.map(async ({ message }) => ({ signedMessage: message, signature: await sign(message) })),
          );
        },
      },
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: async (...inputs: { transaction: Uint8Array }[]) => {
          ask();
          return Promise.all(
            inputs.map(async ({ transaction }) => {
              const signedTransaction = Uint8Array.from(transaction);
              signedTransaction.set(await sign(transaction.slice(65)), 1);
              return { signedTransaction };
            }),
          );
        },
      },
    },
  };
  const register = (api: { register(wallet: unknown): void }) => api.register(wallet);
  globalThis.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: register }));
  globalThis.addEventListener("wallet-standard:app-ready", (event) =>
    register((event as CustomEvent<{ register(wallet: unknown): void }>).detail),
  );
}
