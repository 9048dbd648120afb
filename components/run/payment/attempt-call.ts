import { makeAttempt, type Attempt } from "@/components/run/payment/attempt";
import { runFree, type RunView } from "@/components/run/market-api";
import type { PurchaseStep } from "@/components/run/payment/purchase";
import type { Purchase } from "@/components/run/payment/signed-purchase";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import type { WalletConnection } from "@/components/wallet/solana-wallets";

/** What a press of the button asks for. */
export interface Order {
  /** How many calls are bought, where something is. */
  calls: number;
  connection: WalletConnection | null;
  /** The view of the form the input was written in. */
  asJson: boolean;
}

interface CallOptions extends Order {
  /** Of the call; a single call that was bought before has its own. */
  input: Record<string, unknown>;
  /** Bought before, and not all made: then nothing is paid again. */
  purchase: Purchase | null;
  keep: (purchase: Purchase | null) => void;
  signal: AbortSignal;
}

/** Makes one call of a skill and shows how it goes. Never throws; resolves to the run that gave an output, or null. */
export function attemptCall(
  skill: RunFormProps,
  call: CallOptions,
  show: (change: Partial<Attempt>) => void,
): Promise<RunView | null> {
  const free = skill.priceLamports === "0";
  return makeAttempt((onStep) => makeCall(skill, call, onStep), { free, signal: call.signal, show });
}

/** For free, or of a purchase, which is made first where there is none. Throws what stops it. */
async function makeCall(
  skill: RunFormProps,
  { input, asJson, calls, connection, purchase, keep, signal }: CallOptions,
  onStep: (step: PurchaseStep) => void,
): Promise<RunView> {
  const { slug, version, priceLamports, network } = skill;
  if (!purchase && priceLamports === "0") {
    onStep("running");
    return (await runFree(slug, version, { input, signal })).run;
  }
  const { buy, settleAndRun } = await import("@/components/run/payment/purchase");
  let bought = purchase;
  if (!bought) {
    if (!connection) throw new Error("no wallet");
    const { chain } = network;
    bought = await buy({ shown: skill, chain, connection, written: { input, asJson }, calls, onStep });
    keep(bought);
  }
  return settleAndRun(bought, { input, onStep, keep });
}
