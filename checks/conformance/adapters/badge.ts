import { loadMessages } from "@/lib/platform/i18n/translations";
import { agentDisplayName } from "@/lib/skill-format";
import type { Adapter } from "../runner/conformance-case";
import { compareFacts } from "../runner/runner-error";

/** The words of the badge on a page (components/skill/agent-badge.tsx, which draws the robot beside the emoji). */
const { agent: WORDS } = (loadMessages("en") as { common: { agent: string } }).common;

/** `badge`: the words of an agent's badge; a person's skill has none, as pages show it for agents alone. */
export const badge: Adapter = {
  kind: "badge",
  check({ input, expect }) {
    const agent = input["author_agent"] as { name: string } | null;
    return compareFacts(expect, { text: agent === null ? null : wordsOf(agent.name) });
  },
};

const wordsOf = (name: string) =>
  WORDS.replace("<robot></robot>", "🤖").replace("{name}", () => agentDisplayName(name));
