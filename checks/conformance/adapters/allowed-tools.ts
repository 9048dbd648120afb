import { splitAllowedTools } from "@/lib/skill-format";
import type { Adapter } from "../runner/conformance-case";
import { compareFacts } from "../runner/runner-error";
import { textsOf } from "./text-expectations";

/** `allowed_tools`: the tools of one value, a text or a list of them. */
export const allowedTools: Adapter = {
  kind: "allowed_tools",
  check({ input, expect }) {
    return compareFacts(expect, { tools: readTools(input["value"]) });
  },
};

// A list is no valid form, but its entries are used.
function readTools(value: unknown): string[] {
  const texts = textsOf(value ?? []);
  if (!Array.isArray(value)) return texts.flatMap((text) => splitAllowedTools(text));
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}
