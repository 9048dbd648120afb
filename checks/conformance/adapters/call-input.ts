import { isDomainError } from "@/lib/kernel/errors";
import { parseJsonBody } from "@/lib/web/http/read-body";
import { acceptInput } from "@/lib/running/calls/check-input";
import { type Adapter, compareFacts } from "../runner/conformance-case";

/** As a call does it: JSON text, which stands under `raw_json`, is read like the body of a request. */
async function isAccepted(input: Record<string, unknown>): Promise<boolean> {
  try {
    const raw = input["input"] as { raw_json?: unknown } | null;
    const given =
      typeof raw?.raw_json === "string" ? parseJsonBody(Buffer.from(raw.raw_json)) : input["input"];
    await acceptInput(given, input["input_schema"]);
    return true;
  } catch (error) {
    if (isDomainError(error, "INPUT_INVALID") || isDomainError(error, "REQUEST_INVALID")) return false;
    throw error;
  }
}

/**
 * `call_input`: whether an input is accepted. A call is quoted, paid for and run with what `acceptInput` has returned
 * (lib/running/calls/check-input.ts), so what it throws for reaches none of them.
 */
export const callInput: Adapter = {
  kind: "call_input",
  async check({ input, expect }) {
    const accepted = await isAccepted(input);
    return compareFacts(expect, { accepted, executed: accepted, charged: accepted });
  },
};
