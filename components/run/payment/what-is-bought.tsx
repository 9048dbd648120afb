import { lazy } from "react";
import { CallsField } from "@/components/run/payment/calls-field";
import { callsLeft, callsOf } from "@/components/run/payment/count-calls";
import { fill } from "@/components/run/form/fill";
import { PaymentSummary } from "@/components/run/payment/payment-summary";
import type { PurchaseStep } from "@/components/run/payment/purchase";
import type { Purchase } from "@/components/run/payment/signed-purchase";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import type { WalletConnection } from "@/components/wallet/solana-wallets";
import type { KnownBalance } from "@/components/wallet/wallet-balance";

// What only a priced skill needs comes when there is one.
const WalletPicker = lazy(() =>
  import("@/components/wallet/wallet-picker").then((wallets) => ({ default: wallets.WalletPicker })),
);

interface WhatIsBoughtProps extends RunFormProps {
  calls: number;
  onCalls: (calls: number) => void;
  connection: WalletConnection | null;
  onConnect: (connection: WalletConnection | null) => void;
  onBalance: (balance: KnownBalance) => void;
  purchase: Purchase | null;
  busy: PurchaseStep | null;
  /** Counts what has changed the wallet otherwise. */
  money: number;
  /** Waited for before the page is left for test money. */
  onLeave: (form: HTMLFormElement | null) => Promise<unknown>;
}

/** How many calls for how much and from which wallet; of several that were bought together, how many are left. */
export function WhatIsBought(props: WhatIsBoughtProps) {
  const { labels, calls, onCalls, purchase } = props;
  if (purchase && callsOf(purchase) > 1)
    return (
      <div className="note note-ok">
        <span />
        <div>
          <b>{fill(labels.callsLeft, { left: callsLeft(purchase), calls: callsOf(purchase) })}</b>
          <p>{labels.callsLeftDetail}</p>
        </div>
      </div>
    );
  if (props.priceLamports === "0") return null;
  return (
    <>
      {!purchase && <CallsField calls={calls} onChange={onCalls} labels={labels} />}
      <PaymentSummary {...props} calls={purchase ? 1 : calls}>
        <WalletPicker {...props} moved={`${props.busy} ${props.money}`} />
      </PaymentSummary>
    </>
  );
}
