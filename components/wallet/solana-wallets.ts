import { getWallets } from "@wallet-standard/app";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type {
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignOffchainMessageFeature,
  SolanaSignTransactionFeature,
} from "@solana/wallet-standard-features";

/** Wallets of this browser that speak the Wallet Standard. What they are asked to sign is in `sign-with-wallet`. */

type ConnectFeature = {
  "standard:connect": {
    connect(input?: { silent?: boolean }): Promise<{ accounts: readonly WalletAccount[] }>;
  };
};
type Features = ConnectFeature &
  SolanaSignTransactionFeature &
  Partial<SolanaSignMessageFeature & SolanaSignOffchainMessageFeature & SolanaSignInFeature>;

export interface SolanaWallet extends Wallet {
  readonly features: Features;
}

export interface WalletConnection {
  readonly wallet: SolanaWallet;
  readonly account: WalletAccount;
}

const NEEDED = ["standard:connect", "solana:signTransaction"] as const;
/** One of these: hardware wallets sign texts in an envelope alone. */
const TEXTS = ["solana:signMessage", "solana:signOffchainMessage"] as const;

function isSolanaWallet(wallet: Wallet): wallet is SolanaWallet {
  const has = (feature: string) => feature in wallet.features;
  return NEEDED.every(has) && TEXTS.some(has);
}

export function listWallets(): readonly SolanaWallet[] {
  return getWallets().get().filter(isSolanaWallet);
}

export function addWallet(wallet: SolanaWallet): void {
  getWallets().register(wallet);
}

/** Calls `listener` whenever a wallet appears or goes; returns how to stop. */
export function onWalletsChange(listener: () => void): () => void {
  const stops = [getWallets().on("register", listener), getWallets().on("unregister", listener)];
  return () => stops.forEach((stop) => stop());
}

/** Asks the wallet for an account. Throws what the wallet throws when the person refuses. */
export async function connectWallet(wallet: SolanaWallet, silent = false): Promise<WalletConnection> {
  const { accounts } = await wallet.features["standard:connect"].connect({ silent });
  const account = accounts[0] ?? wallet.accounts[0];
  if (!account) throw new Error("The wallet offered no account.");
  return { wallet, account };
}

const REMEMBERED_KEY = "emporion-wallet";

/** Remembers the wallet's name for the next page; nothing secret is kept. */
export function rememberWallet(name: string): void {
  localStorage.setItem(REMEMBERED_KEY, name);
}

/** Connects again, without a dialog, to the wallet used last; null when it is not there or wants to be asked. */
export async function reconnectWallet(): Promise<WalletConnection | null> {
  const name = localStorage.getItem(REMEMBERED_KEY);
  const wallet = listWallets().find((candidate) => candidate.name === name);
  if (!wallet) return null;
  return connectWallet(wallet, true).catch(() => null);
}
