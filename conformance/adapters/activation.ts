import { ActivationSession, type ActivationResult } from "@/lib/skill-format";
import { findDifference } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";
import { listUnknown } from "./text-expectations";

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
    for (const ids of (input["calls"] ?? []) as unknown[]) results.push(await session.activate(ids));
    const facts = {
      tools: session.tools,
      active: session.active,
      frontmatter_loaded: installed,
      body_loaded: loads.filter((name) => !name.includes("/")),
      rules_loaded: loads.filter((name) => name.includes("/")),
      unknown: results.flatMap(({ unknown }) => unknown),
      last_refused: (results.at(-1)?.refused ?? null) !== null,
      core_tools_still_available: session.tools.length >= CORE_TOOLS,
      loads: typeof expect["loads"] === "number" ? loads.length : countEach(loads),
    };
    const difference = findDifference(expect, facts, { subset: true });
    return [...listUnknown(expect, Object.keys(facts)), ...(difference === null ? [] : [difference])];
  },
};

/** An installed skill is named, or told about. */
function idOf(skill: unknown): string {
  return String((skill as { id?: unknown } | null)?.id ?? skill);
}

function countEach(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
