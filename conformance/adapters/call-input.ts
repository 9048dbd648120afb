import { isDomainError } from "@/lib/kernel/errors";
import { checkInput, checkInputText } from "@/lib/running/calls/check-input";
import { FakeRunner } from "@/lib/running/runners/fake-runner";
import type { Adapter } from "../runner/conformance-case";
import { compareFacts } from "../runner/runner-fault";

/**
 * Makes a call in the market's order: the input is checked, then paid for, then run. What a refused input would have
 * reached is counted.
 */
async function run(input: Record<string, unknown>) {
  const runner = new FakeRunner(() => ({ stdout: "{}" }));
  let charges = 0;
  try {
    const checked = await checkGiven(input["input"], input["input_schema"]);
    charges++;
    await runner.run({
      packageDigest: "",
      files: [],
      entryPoint: "main.py",
      runtime: "python3",
      stdin: JSON.stringify(checked),
      timeoutMs: 1_000,
    });
  } catch (error) {
    if (!isDomainError(error, "INPUT_INVALID")) throw error;
  }
  const executed = runner.jobs.length > 0;
  return { accepted: executed, executed, charged: charges > 0 };
}

// JSON text stands under `raw_json`.
function checkGiven(given: unknown, schema: unknown) {
  const raw = given as { raw_json?: unknown } | null;
  return typeof raw?.raw_json === "string" ? checkInputText(raw.raw_json, schema) : checkInput(given, schema);
}

/** `call_input`: whether an input is accepted, before anything runs or is charged. */
export const callInput: Adapter = {
  kind: "call_input",
  async check({ input, expect }) {
    return compareFacts(expect, await run(input));
  },
};
