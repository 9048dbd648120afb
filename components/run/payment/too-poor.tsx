import { fill } from "@/components/run/form/fill";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import type { Shortage } from "@/components/run/payment/find-shortage";
import { TestMoney } from "@/components/wallet/test-money";
import { formatSol, groupDigits } from "@/lib/platform/i18n/format-amount";

export interface TooPoorProps extends Pick<RunFormProps, "labels" | "network"> {
  shortage: Shortage;
  address: string | null;
  onMoney: () => void;
}

/** What a wallet has, needs and lacks, and on the local ledger the money that mends it. */
export function TooPoor({ shortage, address, labels, network, onMoney }: TooPoorProps) {
  const { held, needs, missing } = shortage;
  const sides = { held: bothUnits(held, labels), needs: bothUnits(needs, labels) };
  return (
    <>
      <p className="wrap-anywhere">
        {fill(labels.whyPoor, { ...sides, missing: bothUnits(missing, labels) })}
      </p>
      {network.localLedger && address !== null && (
        // The button is no part of what is told: its words change while it works.
        <div aria-live="off">
          <TestMoney address={address} labels={labels} onMoney={onMoney} />
        </div>
      )}
    </>
  );
}

const bothUnits = (lamports: bigint, labels: RunFormProps["labels"]) =>
  `${groupDigits(lamports.toString())} ${labels.lamports} (${formatSol(lamports.toString())} SOL)`;
