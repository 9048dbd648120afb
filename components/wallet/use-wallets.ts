"use client";

import { useEffect, useState } from "react";
import {
  addWallet,
  listWallets,
  onWalletsChange,
  type SolanaWallet,
} from "@/components/wallet/solana-wallets";

/** The browser's wallets, kept up to date as they appear; null before anybody has looked. */
export function useWallets(localLedger: boolean): readonly SolanaWallet[] | null {
  const [wallets, setWallets] = useState<readonly SolanaWallet[] | null>(null);
  useEffect(() => {
    const update = () => setWallets(listWallets());
    if (localLedger) void registerDemo().then(update, update);
    else update();
    return onWalletsChange(update);
  }, [localLedger]);
  return wallets;
}

const registerDemo = async () =>
  (await import("@/components/wallet/demo-wallet")).registerDemoWallet(addWallet);
