import type { Labels } from "@/lib/platform/i18n/labels";
import { lazy, useRef, useState } from "react";
import {
  CALLS_TOGETHER,
  callsLeft,
  callsOf,
  isFeeHeavy,
  MAX_CALLS,
  toCalls,
} from "@/components/run/payment/count-calls";
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
  // What is paid already has no sum left.
  if (props.priceLamports === "0" || purchase) return null;
  return (
    <>
      <CallsField
        calls={calls}
        onChange={onCalls}
        together={isFeeHeavy(props.priceLamports, props.networkFeeLamports)}
        labels={labels}
      />
      <PaymentSummary {...props} calls={calls}>
        <WalletPicker {...props} moved={`${props.busy} ${props.money}`} />
      </PaymentSummary>
    </>
  );
}

interface CallsFieldProps {
  calls: number;
  onChange: (calls: number) => void;
  /** Whether several calls with one fee are offered. */
  together: boolean;
  labels: Labels<"run.form">;
}

/** How many calls the payment buys; who asks for more than one payment can buy is told. */
function CallsField({ calls, onChange, together, labels }: CallsFieldProps) {
  const [lowered, setLowered] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-4 text-13">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor="run-calls">{labels.calls}</label>
        <input
          id="run-calls"
          ref={input}
          className="input w-24 text-end font-mono"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_CALLS}
          step={1}
          value={calls}
          aria-describedby="run-calls-most"
          onChange={({ target }) => {
            setLowered(Number(target.value) > MAX_CALLS);
            onChange(toCalls(target.value));
          }}
        />
      </div>
      {together && calls < CALLS_TOGETHER && (
        <p className="mt-1 text-end">
          <button
            type="button"
            className="link"
            onClick={() => {
              onChange(CALLS_TOGETHER);
              input.current?.focus();
            }}
          >
            {labels.buyTogether}
          </button>
        </p>
      )}
      <p id="run-calls-most" className="pt-1 text-end text-ink-2" role="status">
        {lowered ? labels.callsMost : null}
      </p>
    </div>
  );
}
