import { agentBadgeText } from "@/lib/skill-format";
import { findDifference } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";

/** `badge`: the words of an agent's badge. */
export const badge: Adapter = {
  kind: "badge",
  check({ input, expect }) {
    const text = agentBadgeText(input["author_agent"] as { name: string } | null);
    const difference = findDifference(expect, { text });
    return difference === null ? [] : [difference];
  },
};
