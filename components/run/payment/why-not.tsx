import { lazy, Suspense, type ComponentType } from "react";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import type { Shortage } from "@/components/run/payment/find-shortage";
import type { TooPoorProps } from "@/components/run/payment/too-poor";

// Most wallets hold enough, so what says that one does not comes with the first. The short words do without it.
const TooPoor = lazy(async (): Promise<{ default: ComponentType<TooPoorProps> }> => {
  try {
    return { default: (await import("@/components/run/payment/too-poor")).TooPoor };
  } catch {
    return { default: ({ labels }) => labels.tooPoor };
  }
});

/** What keeps a payment from succeeding. */
export type Obstacle = { kind: "creator" } | { kind: "wallet" } | { kind: "poor"; shortage: Shortage };

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
