import { RunBox } from "@/components/run/run-box";
import { env } from "@/lib/config/env";
import type { MedianPrice } from "@/lib/catalogue/prices/find-median-price";
import type { SkillDetail } from "@/lib/registry/views";
import { runPlainlyAction } from "./run-actions";

interface RunSlotProps {
  skill: SkillDetail;
  median: MedianPrice | null;
  example?: string | undefined;
}

/** The run form of a skill; `example` (from 1) is the declared example whose input it offers. */
export function RunSlot({ skill, median, example }: RunSlotProps) {
  const { localLedger } = env();
  const chosen = skill.examples.find(({ position }) => String(position + 1) === example);
  const examples =
    chosen === undefined ? skill.examples : [chosen, ...skill.examples.filter((other) => other !== chosen)];
  return (
    <RunBox
      skill={{ ...skill, examples }}
      median={median}
      runPlainly={runPlainlyAction}
      network={{ localLedger, chain: localLedger ? "solana:localnet" : "solana:mainnet" }}
    />
  );
}
