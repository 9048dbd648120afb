import { callsOf, nextCall } from "@/components/run/payment/count-calls";
import { fill } from "@/components/run/form/fill";
import { canBePaid, findShortage, type Shortage } from "@/components/run/payment/find-shortage";
import { totalLamports } from "@/components/run/payment/payment-summary";
import type { PurchaseStep } from "@/components/run/payment/purchase";
import type { Purchase } from "@/components/run/payment/signed-purchase";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import { stepLabel } from "@/components/run/payment/step-label";
import { useHydrated } from "@/components/ui/use-hydrated";
import { formatSol } from "@/lib/platform/i18n/format-amount";
import type { WalletConnection } from "@/components/wallet/solana-wallets";
import type { KnownBalance } from "@/components/wallet/wallet-balance";
import { lazy, Suspense, useEffect, useRef, type ComponentType } from "react";
import type { TooPoorProps } from "@/components/run/payment/too-poor";

/** Names the line that says why the button cannot be pressed. */
const WHY_NOT = "run-why-not";

interface RunButtonsProps extends RunFormProps {
  calls: number;
  connection: WalletConnection | null;
  purchase: Purchase | null;
  /** What was last heard of the wallet's balance. */
  balance: KnownBalance | null;
  busy: PurchaseStep | null;
  /** A call was paid and made: the next press pays again. */
  paid: boolean;
  /** Counts what has changed the wallet otherwise. */
  money: number;
  onCancel: () => void;
  onMoney: () => void;
}

/** The button that pays and runs, what stops it before money moves, and what the press means. */
export function RunButtons(props: RunButtonsProps) {
  const { labels, connection, busy, paid, money } = props;
  const free = props.priceLamports === "0";
  const hydrated = useHydrated();
  const obstacle = findObstacle(props);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = obstacle === null;
  // What gave test money goes away when there is enough, and the focus with it: paying is next.
  useEffect(() => {
    if (money > 0 && isOpen && document.activeElement === document.body) button.current?.focus();
  }, [money, isOpen]);
  return (
    <>
      <button
        type="submit"
        ref={button}
        className={paid ? "btn mt-4 w-full" : "btn btn-primary btn-lg mt-4 w-full"}
        disabled={(!free && !hydrated) || obstacle !== null}
        aria-busy={busy !== null}
        aria-describedby={obstacle ? WHY_NOT : undefined}
      >
        {busy ? stepLabel(busy, labels) : pressLabel(props)}
      </button>
      {obstacle && (
        <WhyNot {...props} id={WHY_NOT} obstacle={obstacle} address={connection?.account.address ?? null} />
      )}
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

/** What keeps a payment from succeeding; null for nothing, for what is paid already, and while one is under way. */
function findObstacle(props: RunButtonsProps): Obstacle | null {
  const { priceLamports, payable, calls, connection, purchase, balance, busy } = props;
  if (priceLamports === "0" || purchase || busy) return null;
  if (!canBePaid(payable, calls)) return { kind: "creator" };
  if (!connection) return { kind: "wallet" };
  // Another wallet's balance says nothing.
  const held = balance?.address === connection.account.address ? balance.lamports : null;
  const shortage = findShortage(held, { totalLamports: totalLamports(props), payable });
  return shortage && { kind: "poor", shortage };
}

/** What a press of the button does, in words. */
function pressLabel(props: RunButtonsProps): string {
  const { labels, purchase, paid } = props;
  if (props.priceLamports === "0") return labels.runFree;
  if (!purchase) {
    const total = formatSol(totalLamports(props));
    return fill(paid ? labels.payAgain : labels.payAndRun, { total });
  }
  const calls = callsOf(purchase);
  return calls > 1 ? fill(labels.runNext, { number: nextCall(purchase), calls }) : labels.runAgain;
}

// Most wallets hold enough, so what says that one does not comes with the first. The short words do without it.
const TooPoor = lazy(async (): Promise<{ default: ComponentType<TooPoorProps> }> => {
  try {
    return { default: (await import("@/components/run/payment/too-poor")).TooPoor };
  } catch {
    return { default: ({ labels }) => labels.tooPoor };
  }
});

/** What keeps a payment from succeeding. */
type Obstacle = { kind: "creator" } | { kind: "wallet" } | { kind: "poor"; shortage: Shortage };

interface WhyNotProps extends Pick<RunFormProps, "labels" | "network"> {
  id: string;
  obstacle: Obstacle;
  /** The wallet that would pay; null while none is chosen. */
  address: string | null;
  /** Test money has arrived: the balance is to be asked again. */
  onMoney: () => void;
}

/** One line that says why the button cannot be pressed, and on the local ledger the money that mends it. */
export function WhyNot({ id, obstacle, ...props }: WhyNotProps) {
  const { labels } = props;
  return (
    <div id={id} role="status" className="mt-2 text-13 text-ink-2">
      {obstacle.kind === "poor" ? (
        <Suspense fallback={labels.tooPoor}>
          <TooPoor {...props} shortage={obstacle.shortage} />
        </Suspense>
      ) : (
        <p className="wrap-anywhere">{obstacle.kind === "wallet" ? labels.whyWallet : labels.whyCreator}</p>
      )}
    </div>
  );
}
