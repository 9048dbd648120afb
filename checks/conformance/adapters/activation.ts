import { ActivationSession, type ActivationResult } from "@/lib/skill-format";
import { type Adapter, compareFacts } from "../runner/conformance-case";
import { refusedAs } from "./refused-as";

const CORE_TOOLS = 7;

/** `activation`: calls of `activate_skills` over installed VibeLife skills. */
export const activation: Adapter = {
  kind: "activation",
  async check({ input, expect }) {
    const installed = [input["installed"] ?? []].flat().map(idOf);
    const loads: string[] = [];
    const session = new ActivationSession(
      installed.map((id) => ({ id, description: "" })),
      (id, path) => {
        loads.push(path === "SKILL.md" ? id : `${id}/${path}`);
        return Promise.resolve(id);
      },
    );
    const results: ActivationResult[] = [];
    const calls = (input["calls"] ?? []) as unknown[];
    for (const ids of calls) results.push(await session.activate(ids));
    const facts = {
      tools: session.tools,
      active: session.active,
      frontmatter_loaded: installed,
      body_loaded: loads.filter((name) => !name.includes("/")),
      rules_loaded: loads.filter((name) => name.includes("/")),
      unknown: results.flatMap(({ unknown }) => unknown),
      last_refused: refusedAs(expect["last_refused"], lastRefusal(calls, results)),
      core_tools_still_available: session.tools.length >= CORE_TOOLS,
      loads: typeof expect["loads"] === "number" ? loads.length : countEach(loads),
    };
    return compareFacts(expect, facts);
  },
};

/** The last call that was refused: what it asked for, and why; whether it was the last of all. */
function lastRefusal(calls: readonly unknown[], results: readonly ActivationResult[]) {
  const at = results.findLastIndex(({ refused }) => refused !== null);
  return {
    isLast: at !== -1 && at === results.length - 1,
    names: at === -1 ? [] : [calls[at], results[at]?.refused],
  };
}

/** An installed skill is named, or told about. */
function idOf(skill: unknown): string {
  return String((skill as { id?: unknown } | null)?.id ?? skill);
}

function countEach(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
