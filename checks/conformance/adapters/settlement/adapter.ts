import path from "node:path";
import { CaseProcess } from "../../runner/case-process";
import { type Adapter, compareFacts } from "../../runner/conformance-case";
import { acceptedAs } from "../accepted-as";
import type { CaseOutcome } from "./run-case";

const market = new CaseProcess(path.join(import.meta.dirname, "market-process.ts"));

/**
 * A purchase with something tampered between signing and sending, on a real database, ledger and sandbox. What the
 * cases call the signed message is here the signed transaction, bound to a stored quote that holds all its fields.
 */
export const settlement: Adapter = {
  kind: "settlement",
  start: () => market.start(),
  async check({ input, expect }) {
    const { detail, ...outcome } = (await market.ask(input)) as CaseOutcome;
    const accepted = acceptedAs(expect["accepted"], outcome.accepted);
    return compareFacts(expect, { ...outcome, accepted }).map((difference) => `${difference} (${detail})`);
  },
  stop: () => market.stop(),
};
