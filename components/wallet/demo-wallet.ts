import type { WalletAccount } from "@wallet-standard/base";
import type { SolanaWallet } from "@/components/wallet/solana-wallets";

/**
 * A wallet for people who have none, offered only while the market runs on the local ledger. Its key lies in this
 * browser's storage in the clear: it is good for test money and nothing else, and its name says so.
 */
const DEMO_WALLET_NAME = "Demo wallet (local ledger only)";

const ICON =
  "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxMiAxMiI+PHBhdGggZmlsbD0iI2M5OTQzNiIgZD0iTTAgMGgxMnYxMkgwek0yIDN2Nmg4VjN6Ii8+PC9zdmc+";

const CHAINS = ["solana:localnet"] as const;

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
    chains: CHAINS,
    get accounts() {
      return account ? [account] : [];
    },
    features: {
      "standard:connect": {
        connect: async () => {
          account ??= { ...(await (await loadKey()).demoAccount()), chains: CHAINS };
          return { accounts: [account] };
        },
      },
      "solana:signMessage": {
        version: "1.1.0",
        signMessage: async (...inputs) => (await loadKey()).signMessages(inputs),
      },
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy"],
        signTransaction: async (...inputs) => (await loadKey()).signTransactions(inputs),
      },
    },
  };
}
