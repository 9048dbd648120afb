import { useState } from "react";
import { postJson } from "@/components/run/market-api";
import { fill } from "@/components/run/form/fill";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import type { Shortage } from "@/components/run/payment/find-shortage";
import { exactSol, groupDigits } from "@/lib/i18n/format-lamports";

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
        <TestMoney address={address} labels={labels} onMoney={onMoney} />
      )}
    </>
  );
}

const bothUnits = (lamports: bigint, labels: RunFormProps["labels"]) =>
  `${groupDigits(lamports.toString())} ${labels.lamports} (${exactSol(lamports.toString())} SOL)`;

/** When the ledger has taken it at the latest; it is asked at once too. */
const SETTLED_MS = 2_000;

type TestMoneyProps = Pick<TooPoorProps, "labels" | "onMoney"> & { address: string };

/** Gets test money without leaving the page. */
function TestMoney({ address, labels, onMoney }: TestMoneyProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function take() {
    setBusy(true);
    setProblem(null);
    try {
      await postJson("/v1/faucet", { address });
      onMoney();
      setTimeout(onMoney, SETTLED_MS);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <button
        type="button"
        className="btn btn-sm mt-2"
        aria-busy={busy}
        onClick={() => void (busy || take())}
      >
        {busy ? labels.takingTestMoney : labels.takeTestMoney}
      </button>
      {problem === null ? null : (
        <p className="hint hint-bad" lang="en">
          {problem}
        </p>
      )}
    </>
  );
}
