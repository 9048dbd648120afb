import { splitAllowedTools } from "@/lib/skill-format";
import { findDifference } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";

/** `allowed_tools`: the tools of one value, a text or a list of them. */
export const allowedTools: Adapter = {
  kind: "allowed_tools",
  check({ input, expect }) {
    const difference = findDifference(expect, { tools: readTools(input["value"]) });
    return difference === null ? [] : [difference];
  },
};

// A list is no valid form, but its entries are used.
function readTools(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return splitAllowedTools(
    ["string", "number", "boolean"].includes(typeof value) ? `${value as string}` : "",
  );
}
