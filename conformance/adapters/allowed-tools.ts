import { splitAllowedTools } from "@/lib/skill-format";
import { findDifference } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";

/** `allowed_tools`: the tools of one text. */
export const allowedTools: Adapter = {
  kind: "allowed_tools",
  check({ input, expect }) {
    const tools = splitAllowedTools(String(input["value"]));
    const difference = findDifference(expect["tools"], tools, { at: "tools" });
    return difference === null ? [] : [difference];
  },
};
