import {
  connectWallet,
  listWallets,
  reconnectWallet,
  type WalletConnection,
} from "@/components/wallet/solana-wallets";

/** The wallet used last, else the first one there is. */
export async function findConnection(): Promise<WalletConnection | null> {
  const remembered = await reconnectWallet();
  if (remembered) return remembered;
  const [wallet] = listWallets();
  return wallet ? connectWallet(wallet) : null;
}
