import type { WalletAccount } from "@wallet-standard/base";
import type { SolanaWallet } from "@/components/wallet/solana-wallets";

/**
 * A wallet for people who have none, offered only while the market runs on the local ledger. Its key lies in this
 * browser's storage in the clear: it is good for test money and nothing else, and its name says so.
 */
const DEMO_WALLET_NAME = "Demo wallet (local ledger only)";

const ICON =
  "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCI+PHJlY3Qgd2lkdGg9IjI0IiBoZWlnaHQ9IjI0IiBmaWxsPSIjYzk5NDM2Ii8+PHBhdGggZD0iTTUgN2gxNHYxMEg1eiIgZmlsbD0ibm9uZSIgc3Ryb2tlPSIjMWMxOTE0IiBzdHJva2Utd2lkdGg9IjIiLz48L3N2Zz4=";

/** The key and what it signs come when somebody chooses the wallet. */
const loadKey = () => import("@/components/wallet/demo-key");

let registered = false;

/** Makes the demo wallet appear among the browser's wallets. Safe to call more than once. */
export function registerDemoWallet(register: (wallet: SolanaWallet) => void): void {
  if (registered || !globalThis.isSecureContext) return;
  registered = true;
  register(demoWallet());
}

function demoWallet(): SolanaWallet {
  let account: WalletAccount | undefined;
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
          const { address, publicKey } = await (await loadKey()).demoKey();
          account ??= {
            address,
            publicKey,
            chains: ["solana:localnet"],
            features: ["solana:signMessage", "solana:signTransaction"],
          };
          return { accounts: [account] };
        },
      },
      "solana:signMessage": {
        version: "1.1.0",
        signMessage: async (...inputs) => {
          const { sign } = await loadKey();
          return Promise.all(
            inputs.map(async ({ message }) => ({
              signedMessage: message,
              signature: await sign(message),
              signatureType: "ed25519" as const,
            })),
          );
        },
      },
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy"],
        signTransaction: async (...inputs) => {
          const { signOwnPlace } = await loadKey();
          return Promise.all(
            inputs.map(async ({ transaction }) => ({ signedTransaction: await signOwnPlace(transaction) })),
          );
        },
      },
    },
  };
}
