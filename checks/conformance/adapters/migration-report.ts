import { reportMigration, type MigrationItem, type MigrationItemId } from "@/lib/skill-format";
import { readFiles } from "../runner/case-input";
import { show } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";
import { assertKnown } from "../runner/runner-error";
import { textsOf } from "./text-expectations";

/** What a case may call an item of the checklist; the first that matches counts. */
const ITEM_NAMES: readonly (readonly [RegExp, MigrationItemId])[] = [
  [/includes/i, "routing.includes"],
  [/skill_?data/i, "routing.skill_data"],
  [/requires/i, "routing.requires"],
  [/global/i, "routing.global_tools"],
  [/trigger/i, "routing.triggers"],
  [/forced|mandatory|tool_?(?:call_?)?rules|强制/i, "skill.forced_tool_rules"],
  [/handler|decorator/i, "code.tool_handler"],
  [/show_?card|display|delegat|展示/i, "code.show_card"],
  [/lazy|card|懒/i, "code.lazy_cards"],
  [/tool.?list|description|工具列表/i, "skill.tool_list"],
  [/token|500|length|size/i, "skill.tokens"],
  [/rules|detail|规则/i, "skill.rules_moved"],
];

/** `migration_report`: which items of the V9 checklist a V12 skill passes, and which not. */
export const migrationReport: Adapter = {
  kind: "migration_report",
  check({ input, expect }) {
    assertKnown(expect, ["failed", "passed"]);
    const items = reportMigration(readFiles(input["files"]));
    return [
      ...compareState(items, "failed", expect["failed"]),
      ...compareState(items, "passed", expect["passed"]),
    ];
  },
};

function compareState(items: readonly MigrationItem[], state: string, names: unknown): string[] {
  return textsOf(names).flatMap((name) => {
    const id = ITEM_NAMES.find(([pattern]) => pattern.test(name))?.[1];
    const item = items.find((candidate) => candidate.id === id);
    if (item === undefined) return [`there is no item ${show(name)}`];
    return item.state === state ? [] : [`${item.id} ${item.state}: ${item.detail}; expected ${state}`];
  });
}
