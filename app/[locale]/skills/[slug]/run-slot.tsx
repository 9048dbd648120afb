import { RunBox } from "@/components/run/run-box";
import { env } from "@/lib/platform/config/env";
import { cachedPayeeHint } from "@/lib/payments/quotes/payee-hint";
import { findRate } from "@/lib/payments/rates/refresh-rate";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import type { MedianPrice } from "@/lib/catalogue/prices/prices";
import type { SkillDetail } from "@/lib/registry/views";
import { runPlainlyAction } from "@/app/[locale]/skills/[slug]/actions";

interface RunSlotProps {
  skill: SkillDetail;
  median: MedianPrice | null;
  example?: string | undefined;
  /** Name of the tool that the form is for. */
  tool?: string | undefined;
  pinned?: string | undefined;
}

/** The run form of a skill; `example` (from 1) is the declared example whose input it offers. */
export async function RunSlot({ skill, median, example, tool, pinned }: RunSlotProps) {
  const { localLedger } = env();
  const chosen = skill.examples.find(({ position }) => String(position + 1) === example);
  const examples =
    chosen === undefined ? skill.examples : [chosen, ...skill.examples.filter((other) => other !== chosen)];
  const { payeeAddress, runnable } = skill;
  const price = BigInt(skill.priceLamports);
  const payee =
    price === 0n || payeeAddress === null || !runnable ? null : await cachedPayeeHint(payeeAddress, price);
  // Test money is worth nothing.
  const rate = price === 0n || localLedger ? null : await findRate();
  const { treasuryAddress, feeBasisPoints } = currentSettlement().config;
  return (
    <RunBox
      skill={{ ...skill, examples }}
      median={median}
      payee={payee}
      market={price === 0n ? null : { treasuryAddress, feeBasisPoints }}
      rate={rate}
      runPlainly={runPlainlyAction}
      tool={tool}
      pinned={pinned}
      network={{ localLedger, chain: localLedger ? "solana:localnet" : "solana:mainnet" }}
    />
  );
}
