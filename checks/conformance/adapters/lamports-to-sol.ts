import { formatLamportsAsSol } from "@/lib/skill-format";
import type { Adapter } from "../runner/conformance-case";
import { compareFacts } from "../runner/runner-error";

/** `lamports_to_sol`: an amount in SOL, exact. */
export const lamportsToSol: Adapter = {
  kind: "lamports_to_sol",
  check({ input, expect }) {
    const sol = formatLamportsAsSol(String(input["lamports"]));
    return compareFacts(expect, { sol });
  },
};
