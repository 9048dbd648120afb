import { useState } from "react";
import { postJson } from "@/components/run/market-api";
import { fill } from "@/components/run/form/fill";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import type { Shortage } from "@/components/run/payment/find-shortage";
import { exactSol, groupDigits } from "@/lib/i18n/format-lamports";

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
export function WhyNot({ id, obstacle, address, labels, network, onMoney }: WhyNotProps) {
  return (
    <div id={id} role="status" className="mt-2 text-13 text-ink-2">
      <p className="wrap-anywhere">{wordsFor(obstacle, labels)}</p>
      {obstacle.kind === "poor" && network.localLedger && address !== null && (
        <TestMoney address={address} labels={labels} onMoney={onMoney} />
      )}
    </div>
  );
}

function wordsFor(obstacle: Obstacle, labels: RunFormProps["labels"]): string {
  if (obstacle.kind === "wallet") return labels.whyWallet;
  if (obstacle.kind === "creator") return labels.whyCreator;
  const { held, needs, missing } = obstacle.shortage;
  const sides = { held: bothUnits(held, labels), needs: bothUnits(needs, labels) };
  return fill(labels.whyPoor, { ...sides, missing: bothUnits(missing, labels) });
}

const bothUnits = (lamports: bigint, labels: RunFormProps["labels"]) =>
  `${groupDigits(lamports.toString())} ${labels.lamports} (${exactSol(lamports.toString())} SOL)`;

/** When the ledger has taken it at the latest; it is asked at once too. */
const SETTLED_MS = 2_000;

type TestMoneyProps = Pick<WhyNotProps, "labels" | "onMoney"> & { address: string };

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
