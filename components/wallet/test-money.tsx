import type { Labels } from "@/lib/platform/i18n/labels";
import { useState } from "react";
import { postJson } from "@/components/run/market-api";

/** When the ledger has taken it at the latest; it is asked at once too. */
const SETTLED_MS = 2_000;

interface TestMoneyProps {
  address: string;
  labels: Pick<Labels<"run.form">, "takeTestMoney" | "takingTestMoney">;
  /** Test money has arrived: the balance is to be asked again. */
  onMoney: () => void;
}

/** Gets test money without leaving the page. */
export function TestMoney({ address, labels, onMoney }: TestMoneyProps) {
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
        className="btn btn-sm mt-2 needs-script"
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
