import { challengeKey } from "@/lib/running/calls/call-skill";
import type { JsonObject } from "@/lib/running/contract/json-text";
import { findToolCall, TOOL_CALL } from "@/lib/running/vibelife/tool-call";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import { digestJson, type JsonValue } from "@/lib/kernel/json/canonical-json";
import { readCredential } from "@/lib/payments/rails/mpp/credential";
import type { SkillTool } from "@/lib/skill-format";

/**
 * The input to repeat with a payment. A tool call is quoted with the profile as it was then; the profile may have
 * changed since, and what was quoted is what was paid for. Any other difference is left in place, for the settlement to
 * refuse. Throws PAYMENT_CREDENTIAL_INVALID and QUOTE_NOT_FOUND.
 */
export async function quotedInput(
  credential: string,
  input: JsonObject,
  tools: readonly SkillTool[],
): Promise<JsonObject> {
  const { quoteId } = readCredential(credential, challengeKey());
  const quoted = (await getQuote(quoteId)).input as JsonObject;
  const plain = (value: JsonObject) => {
    const call = findToolCall({ tools }, value);
    return call && digestJson({ [TOOL_CALL]: { tool: call.tool, args: call.args as JsonValue } });
  };
  const asked = plain(input);
  return asked !== null && asked === plain(quoted ?? {}) ? quoted : input;
}
