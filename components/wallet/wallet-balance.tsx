"use client";

import { useEffect, useState } from "react";
import { formatSol, groupDigits } from "@/lib/i18n/format-lamports";

interface WalletBalanceProps {
  address: string;
  /** Anything that changes when money may have moved: the balance is asked for again. */
  moved: unknown;
}

/** What the wallet holds, as the market's node says it; nothing while that is not known. */
export function WalletBalance({ address, moved }: WalletBalanceProps) {
  const [known, setKnown] = useState<{ address: string; lamports: string } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void askBalance(address, leaving.signal).then((lamports) => {
      if (!leaving.signal.aborted) setKnown(lamports === null ? null : { address, lamports });
    });
    return () => leaving.abort();
  }, [address, moved]);
  // Another wallet's balance is never shown beside this one's address.
  if (known?.address !== address) return null;
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

async function askBalance(address: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(`/v1/wallets/${address}`, { signal });
    if (!response.ok) return null;
    const { balance_lamports } = (await response.json()) as { balance_lamports?: unknown };
    return typeof balance_lamports === "string" && /^\d+$/.test(balance_lamports) ? balance_lamports : null;
  } catch {
    return null;
  }
}
