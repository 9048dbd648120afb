import { agentBadgeText } from "@/lib/skill-format";
import type { Adapter } from "../runner/conformance-case";
import { compareFacts } from "../runner/runner-fault";

/** `badge`: the words of an agent's badge. */
export const badge: Adapter = {
  kind: "badge",
  check({ input, expect }) {
    const text = agentBadgeText(input["author_agent"] as { name: string } | null);
    return compareFacts(expect, { text });
  },
};
