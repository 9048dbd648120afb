import {
  connectWallet,
  listWallets,
  reconnectWallet,
  type SolanaWallet,
  type WalletConnection,
} from "@/components/wallet/solana-wallets";

/**
 * The wallet that holds `address`, whichever of them was used last: a verifier may have paid with another one. Where
 * none says so without asking, the one used last or the first there is; null without any.
 */
export async function findConnection(address: string): Promise<WalletConnection | null> {
  const remembered = await reconnectWallet();
  if (remembered?.account.address === address) return remembered;
  const wallets = listWallets();
  for (const wallet of wallets) {
    const account = (await accountsOf(wallet)).find((each) => each.address === address);
    if (account) return { wallet, account };
  }
  if (remembered) return remembered;
  const [wallet] = wallets;
  return wallet ? connectWallet(wallet) : null;
}

/** What a wallet shows without a dialog; nothing where it wants to be asked. */
async function accountsOf(wallet: SolanaWallet): Promise<SolanaWallet["accounts"]> {
  try {
    return (await wallet.features["standard:connect"].connect({ silent: true })).accounts;
  } catch {
    return [];
  }
}
