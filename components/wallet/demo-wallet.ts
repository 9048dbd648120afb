import { getWallets } from "@wallet-standard/app";
import type { WalletAccount } from "@wallet-standard/base";
import bs58 from "bs58";
import type { SolanaWallet } from "@/components/wallet/solana-wallets";

/**
 * A wallet for people who have none, offered only while the market runs on the local ledger. Its key lies in this
 * browser's storage in the clear: it is good for test money and nothing else, and its name says so.
 */
export const DEMO_WALLET_NAME = "Demo wallet (local ledger only)";

const STORAGE_KEY = "emporion-demo-wallet";
const PKCS8_PREFIX = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]);
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const KEYS_OFFSET = 4;
const ICON =
  "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCI+PHJlY3Qgd2lkdGg9IjI0IiBoZWlnaHQ9IjI0IiBmaWxsPSIjYzk5NDM2Ii8+PHBhdGggZD0iTTUgN2gxNHYxMEg1eiIgZmlsbD0ibm9uZSIgc3Ryb2tlPSIjMWMxOTE0IiBzdHJva2Utd2lkdGg9IjIiLz48L3N2Zz4=";

let registered = false;

/** Makes the demo wallet appear among the browser's wallets. Safe to call more than once. */
export function registerDemoWallet(): void {
  if (registered || !globalThis.isSecureContext) return;
  registered = true;
  getWallets().register(demoWallet());
}

function demoWallet(): SolanaWallet {
  let account: WalletAccount | undefined;
  const sign = async (message: Uint8Array) => {
    const { privateKey } = await loadKey();
    return new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, Uint8Array.from(message)));
  };
  return {
    version: "1.0.0",
    name: DEMO_WALLET_NAME,
    icon: ICON,
    chains: ["solana:localnet"],
    get accounts() {
      return account ? [account] : [];
    },
    features: {
      "standard:connect": {
        connect: async () => {
          const { publicKey } = await loadKey();
          account ??= {
            address: bs58.encode(publicKey),
            publicKey,
            chains: ["solana:localnet"],
            features: ["solana:signMessage", "solana:signTransaction"],
          };
          return { accounts: [account] };
        },
      },
      "solana:signMessage": {
        version: "1.1.0",
        signMessage: (...inputs) =>
          Promise.all(
            inputs.map(async ({ message }) => ({
              signedMessage: message,
              signature: await sign(message),
              signatureType: "ed25519" as const,
            })),
          ),
      },
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy"],
        signTransaction: (...inputs) =>
          Promise.all(
            inputs.map(async ({ transaction }) => ({
              signedTransaction: await signOwnPlace(transaction, (await loadKey()).publicKey, sign),
            })),
          ),
      },
    },
  };
}

/**
 * Puts the signature in the place of this key among the signers: a payment has one, a deposit is moved by two. A transaction
 * is a length byte, that many signatures, and the message: three bytes, a length byte, the keys, signers first.
 */
async function signOwnPlace(
  transaction: Uint8Array,
  publicKey: Uint8Array,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const signers = transaction[0] ?? 0;
  const message = transaction.slice(1 + signers * SIGNATURE_BYTES);
  const place = Array.from({ length: signers }, (_, i) => i).find((i) =>
    publicKey.every((byte, at) => message[KEYS_OFFSET + i * KEY_BYTES + at] === byte),
  );
  if (place === undefined) throw new Error("The demo wallet is no signer of this transaction.");
  const signed = Uint8Array.from(transaction);
  signed.set(await sign(message), 1 + place * SIGNATURE_BYTES);
  return signed;
}

async function loadKey(): Promise<{ privateKey: CryptoKey; publicKey: Uint8Array }> {
  const pkcs8 = Uint8Array.from([...PKCS8_PREFIX, ...loadSeed()]);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x = "" } = await crypto.subtle.exportKey("jwk", key);
  const publicKey = Uint8Array.from(atob(x.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
    c.charCodeAt(0),
  );
  return { privateKey: key, publicKey };
}

function loadSeed(): Uint8Array {
  const kept = localStorage.getItem(STORAGE_KEY);
  if (kept) return bs58.decode(kept);
  const seed = crypto.getRandomValues(new Uint8Array(32));
  localStorage.setItem(STORAGE_KEY, bs58.encode(seed));
  return seed;
}
