import path from "node:path";
import { CaseProcess } from "../../runner/case-process";
import type { Adapter } from "../../runner/conformance-case";

const market = new CaseProcess(path.join(import.meta.dirname, "market-process.ts"));

/**
 * `api`: a sequence of requests against a whole market with a settable clock and an outbox. The market is a process of
 * its own: its settings and its time are not ours.
 */
export const api: Adapter = {
  kind: "api",
  start: () => market.start(),
  check: async (testCase) => (await market.ask(testCase)) as string[],
  stop: () => market.stop(),
};
