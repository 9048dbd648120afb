import { formatLamportsAsSol } from "@/lib/skill-format";
import { findDifference } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";

/** `lamports_to_sol`: an amount in SOL, exact. */
export const lamportsToSol: Adapter = {
  kind: "lamports_to_sol",
  check({ input, expect }) {
    const sol = formatLamportsAsSol(String(input["lamports"]));
    const difference = findDifference(expect, { sol });
    return difference === null ? [] : [difference];
  },
};
