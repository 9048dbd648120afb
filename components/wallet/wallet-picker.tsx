"use client";

import { lazy, Suspense, useEffect, useState, type ComponentType } from "react";
import { useWallets } from "@/components/wallet/use-wallets";
import type { ChosenWalletProps } from "@/components/wallet/chosen-wallet";
import type { KnownBalance } from "@/components/wallet/wallet-balance";
import {
  connectWallet,
  reconnectWallet,
  rememberWallet,
  type SolanaWallet,
  type WalletConnection,
} from "@/components/wallet/solana-wallets";

// Comes with the first wallet that is chosen, and a call can be paid without it.
const ChosenWallet = lazy(async (): Promise<{ default: ComponentType<ChosenWalletProps> }> => {
  try {
    return { default: (await import("@/components/wallet/chosen-wallet")).ChosenWallet };
  } catch {
    return { default: () => null };
  }
});

interface WalletPickerProps {
  connection: WalletConnection | null;
  onConnect: (connection: WalletConnection | null) => void;
  labels: Record<
    "chooseWallet" | "noWallet" | "changeWallet" | "payFrom" | "faucet" | "refused" | "notConnected",
    string
  >;
  network: { localLedger: boolean };
  /** Anything that changes when the wallet may have paid. */
  moved?: unknown;
  /** Told what the wallet holds, as often as it is asked. */
  onBalance?: (balance: KnownBalance) => void;
  /** Waited for before the page is left for test money; given the form the wallet stands in. */
  onLeave?: (form: HTMLFormElement | null) => Promise<unknown>;
}

/** Chooses the wallet that pays: what this browser has, and on the local ledger a demo wallet. */
export function WalletPicker({
  connection,
  onConnect,
  labels,
  network,
  moved,
  onBalance,
  onLeave,
}: WalletPickerProps) {
  const wallets = useWallets(network.localLedger);
  const [problem, setProblem] = useState<"refused" | "notConnected" | null>(null);

  const known = wallets?.length ?? 0;

  useEffect(() => {
    if (known > 0) void reconnectWallet().then((found) => found && onConnect(found));
  }, [known, onConnect]);

  // The button that is pressed gives way to the wallet, and the other way round: its person goes on in what came in
  // its place.
  const [pressed, setPressed] = useState(false);
  function hold(chosen: WalletConnection | null) {
    setPressed(true);
    onConnect(chosen);
  }

  async function choose(wallet: SolanaWallet) {
    setProblem(null);
    try {
      hold(await connectWallet(wallet));
      rememberWallet(wallet.name);
    } catch (error) {
      const { isRefusal } = await import("@/components/wallet/is-refusal");
      setProblem(isRefusal(error) ? "refused" : "notConnected");
    }
  }

  if (connection) {
    return (
      <Suspense>
        <ChosenWallet
          connection={connection}
          labels={labels}
          network={network}
          moved={moved}
          onBalance={onBalance}
          onLeave={onLeave}
          focused={pressed}
          onChange={() => hold(null)}
        />
      </Suspense>
    );
  }
  return (
    <fieldset className="my-3">
      <legend className="mb-1.5 text-13 font-medium">{labels.chooseWallet}</legend>
      {wallets?.length === 0 && <p className="text-13 text-ink-2">{labels.noWallet}</p>}
      <div className="grid gap-2">
        {wallets?.map((wallet, index) => (
          <button
            key={wallet.name}
            ref={pressed && index === 0 ? focus : undefined}
            type="button"
            className="btn w-full justify-start"
            onClick={() => void choose(wallet)}
          >
            <img src={wallet.icon} alt="" width={18} height={18} />
            {wallet.name}
          </button>
        ))}
      </div>
      {problem && (
        <p role="alert" className="hint hint-bad">
          {labels[problem]}
        </p>
      )}
    </fieldset>
  );
}

const focus = (button: HTMLElement | null) => button?.focus();
