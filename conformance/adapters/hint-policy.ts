import { checkSkill, hintPolicy, type HintPolicy } from "@/lib/skill-format";
import { readContent } from "../runner/case-input";
import type { Adapter } from "../runner/conformance-case";
import { compareFacts } from "../runner/runner-fault";

/** What a case may call a consequence; the first form that fits counts. */
const CONSEQUENCES: readonly (readonly [RegExp, keyof HintPolicy])[] = [
  [/network/, "network"],
  [/task|class/, "abTaskMarked"],
  [/bond/, "higherBond"],
  [/integration/, "integrationTestRequired"],
  [/replay/, "sandboxReplay"],
  [/retr/, "automaticRetry"],
];

/** `hint_policy`: what the hints of a skill lead to. */
export const hintPolicyAdapter: Adapter = {
  kind: "hint_policy",
  check({ input, expect }) {
    const { manifest } = checkSkill({ files: new Map([["SKILL.md", readContent(input["skill_md"])]]) });
    const policy = hintPolicy(manifest.hints);
    const facts = Object.entries(expect).flatMap(([name, expected]) => {
      const consequence = CONSEQUENCES.find(([form]) => form.test(name))?.[1];
      return consequence === undefined ? [] : [[name, inFormOf(expected, policy[consequence])] as const];
    });
    return compareFacts(expect, Object.fromEntries(facts));
  },
};

/** The network is `enabled` or `disabled`, or there or not. */
function inFormOf(expected: unknown, value: HintPolicy[keyof HintPolicy]): unknown {
  return typeof expected === "boolean" && typeof value === "string" ? value === "enabled" : value;
}
