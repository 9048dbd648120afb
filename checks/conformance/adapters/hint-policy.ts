import { marketAdapter } from "../market/market-process";
import { compareFacts } from "../runner/conformance-case";

/** What a case may call a consequence; the first form that fits counts. */
const CONSEQUENCES: readonly (readonly [RegExp, string])[] = [
  [/network/, "network"],
  [/task|class/, "abTaskMarked"],
  [/bond/, "higherBond"],
  [/integration/, "integrationTestRequired"],
  [/replay/, "sandboxReplay"],
  [/retr/, "automaticRetry"],
];

/** What a case expects of a consequence, in the words and the form of the case; differences are listed. */
export function compareHints(expect: Record<string, unknown>, done: Record<string, unknown>): string[] {
  const facts = Object.entries(expect).flatMap(([name, expected]) => {
    const consequence = CONSEQUENCES.find(([form]) => form.test(name))?.[1];
    return consequence === undefined ? [] : [[name, inFormOf(expected, done[consequence])] as const];
  });
  return compareFacts(expect, Object.fromEntries(facts));
}

/** `hint_policy`: what the market does with a skill because of its hints (checks/conformance/market/hint-policy.ts). */
export const hintPolicyAdapter = marketAdapter("hint_policy", { compare: compareHints });

/** The network is `enabled` or `disabled`, or there or not. */
function inFormOf(expected: unknown, value: unknown): unknown {
  return typeof expected === "boolean" && typeof value === "string" ? value === "enabled" : value;
}
