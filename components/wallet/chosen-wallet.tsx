"use client";

import { WalletBalance, type KnownBalance } from "@/components/wallet/wallet-balance";
import type { WalletConnection } from "@/components/wallet/solana-wallets";

export interface ChosenWalletProps {
  connection: WalletConnection;
  labels: Record<"changeWallet" | "payFrom" | "faucet", string>;
  network: { localLedger: boolean };
  moved: unknown;
  onBalance: ((balance: KnownBalance) => void) | undefined;
  onLeave: ((form: HTMLFormElement | null) => Promise<unknown>) | undefined;
  /** True where it stands in the place of what was pressed: its person goes on in it. */
  focused: boolean;
  onChange: () => void;
}

/** The wallet that pays, what it holds, and the ways to test money and to another wallet. */
export function ChosenWallet({
  connection,
  labels,
  network,
  moved,
  onBalance,
  onLeave,
  focused,
  onChange,
}: ChosenWalletProps) {
  return (
    <div className="py-3 text-13">
      <div className="flex items-center gap-3">
        <img src={connection.wallet.icon} alt="" width={18} height={18} />
        <span className="me-auto">
          {labels.payFrom} <span className="font-mono">{shorten(connection.account.address)}</span>
        </span>
        <WalletBalance address={connection.account.address} moved={moved} onBalance={onBalance} />
      </div>
      <div className="mt-1 flex flex-wrap gap-x-3">
        {network.localLedger && (
          <a
            className="link"
            href={ledgerPath(connection.account.address)}
            onClick={(event) => {
              if (!onLeave) return;
              event.preventDefault();
              const { href } = event.currentTarget;
              const leave = () => location.assign(href);
              void onLeave(event.currentTarget.closest("form")).then(leave, leave);
            }}
          >
            {labels.faucet}
          </a>
        )}
        <button type="button" className="link" ref={focused ? focus : undefined} onClick={onChange}>
          {labels.changeWallet}
        </button>
      </div>
    </div>
  );
}

const focus = (button: HTMLElement | null) => button?.focus();

/** The page that gives test money, in the language of this one, and back. */
function ledgerPath(address: string): string {
  const { lang } = document.documentElement;
  return `${lang === "en" ? "" : `/${lang}`}/ledger?address=${address}&return=${encodeURIComponent(location.pathname)}`;
}

const shorten = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;
