import { callsOf, nextCall } from "@/components/run/payment/count-calls";
import { fill } from "@/components/run/form/fill";
import { totalLamports } from "@/components/run/payment/payment-summary";
import type { PurchaseStep } from "@/components/run/payment/purchase";
import type { Purchase } from "@/components/run/payment/signed-purchase";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import { stepLabel } from "@/components/run/payment/step-label";
import { useHydrated } from "@/components/ui/use-hydrated";
import { formatSol } from "@/lib/i18n/format-lamports";
import type { WalletConnection } from "@/components/wallet/solana-wallets";

interface RunButtonsProps extends RunFormProps {
  calls: number;
  connection: WalletConnection | null;
  purchase: Purchase | null;
  busy: PurchaseStep | null;
  onCancel: () => void;
}

/** The button that pays and runs, what stops it before money moves, and what the press means. */
export function RunButtons(props: RunButtonsProps) {
  const { labels, connection, purchase, busy } = props;
  const free = props.priceLamports === "0";
  const hydrated = useHydrated();
  return (
    <>
      <button
        type="submit"
        className="btn btn-primary btn-lg mt-4 w-full"
        disabled={!free && (!hydrated || (!connection && !purchase))}
        aria-busy={busy !== null}
      >
        {busy ? stepLabel(busy, labels) : pressLabel(props)}
      </button>
      {(busy === "quoting" || (busy === "running" && free)) && (
        <button type="button" className="btn mt-2 w-full" onClick={props.onCancel}>
          {labels.cancel}
        </button>
      )}
      <p className="mt-2.5 text-12 leading-normal text-ink-3">
        {free ? labels.freeNote : labels.beforePaying}
      </p>
    </>
  );
}

/** What a press of the button does, in words. */
function pressLabel(props: RunButtonsProps): string {
  const { labels, purchase } = props;
  if (props.priceLamports === "0") return labels.runFree;
  if (!purchase) return fill(labels.payAndRun, { total: formatSol(totalLamports(props)) });
  const calls = callsOf(purchase);
  return calls > 1 ? fill(labels.runNext, { number: nextCall(purchase), calls }) : labels.runAgain;
}
