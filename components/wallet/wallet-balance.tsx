"use client";

import { useEffect, useState } from "react";
import { formatSol, groupDigits } from "@/lib/platform/i18n/format-amount";

export interface WalletBalanceProps {
  address: string;
  /** Anything that changes when money may have moved: the balance is asked for again. */
  moved: unknown;
  onBalance?: ((balance: KnownBalance) => void) | undefined;
}

/** What a wallet holds, in lamports as digits; null where that is not known. */
export interface KnownBalance {
  address: string;
  lamports: string | null;
}

interface Known extends KnownBalance {
  moved: unknown;
}

/** What the wallet holds, as the market's node says it; nothing while that is not known. */
export function WalletBalance({ address, moved, onBalance }: WalletBalanceProps) {
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    let left = false;
    async function ask() {
      const lamports = await askBalance(address);
      if (left) return;
      setKnown({ address, moved, lamports });
      onBalance?.({ address, lamports });
    }
    void ask();
    return () => {
      left = true;
    };
  }, [address, moved, onBalance]);
  // Another wallet's balance is never shown beside this one's address.
  if (known?.address !== address || known.lamports === null) return null;
  return (
    <span
      className="font-mono whitespace-nowrap text-ink-2"
      title={`${groupDigits(known.lamports)} lamports`}
      data-testid="wallet-balance"
    >
      {formatSol(known.lamports)} <span className="font-sans text-12">SOL</span>
    </span>
  );
}

/** The answer of `GET /v1/wallets/{address}`, null for any other. */
async function askBalance(address: string): Promise<string | null> {
  try {
    const response = await fetch(`/v1/wallets/${address}`);
    const { balance_lamports: lamports } = (await response.json()) as { balance_lamports?: string };
    return lamports !== undefined && /^\d+$/.test(lamports) ? lamports : null;
  } catch {
    return null;
  }
}
