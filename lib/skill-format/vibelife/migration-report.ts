import { VIBELIFE_BODY_TOKENS } from "../constants";
import { type CompanionYaml, readCompanionText, SkillReading, type SkillView } from "../skill-reading";
import { HANDLERS_FILE, readToolList, ROUTING_FILE } from "../dialects/vibelife";
import { type MapNode, nodeAt, textAt, textsAt } from "../yaml/node";
import { estimateTokens } from "../values/measure-text";
import type { SkillFiles } from "../types";
import { readHandlers } from "./read-handlers";

/** Items of the checklist of V9 section 6, in its order, and the two leftovers that section 1.1 adds. */
const MIGRATION_ITEMS = {
  "skill.tool_list": "description holds the tool list",
  "skill.tokens": `content is under ${VIBELIFE_BODY_TOKENS} tokens`,
  "skill.forced_tool_rules": "forced-tool rules are there",
  "skill.rules_moved": "detailed rules are in rules/*.md",
  "routing.includes": "`includes` is gone",
  "routing.skill_data": "`skill_data` is gone",
  "routing.triggers": "`triggers` is kept",
  "routing.requires": "no `requires_*` is left",
  "routing.global_tools": "no `global_tools` is left",
  "code.tool_handler": "handlers.py registers with @tool_handler",
  "code.show_card": "display is left to show_card",
  "code.lazy_cards": "front-end cards are registered lazily",
} as const;
export type MigrationItemId = keyof typeof MIGRATION_ITEMS;

export interface MigrationItem {
  id: MigrationItemId;
  requirement: string;
  /** `unknown`: nothing in the package can tell. */
  state: "passed" | "failed" | "unknown";
  /** What was found. */
  detail: string;
}

type Outcome = Pick<MigrationItem, "state" | "detail">;

/** How far a V12 skill has come on its way to V9 (VibeLife §1.1, §6): every item of the checklist. Never throws. */
export function reportMigration(files: SkillFiles): MigrationItem[] {
  const view = new SkillReading(files).viewOf("vibelife");
  const outcomes: Record<MigrationItemId, Outcome> = {
    ...judgeSkill(view),
    ...judgeRouting(view),
    ...judgeCode(files),
  };
  return (Object.keys(MIGRATION_ITEMS) as MigrationItemId[]).map((id) => ({
    id,
    requirement: MIGRATION_ITEMS[id],
    ...outcomes[id],
  }));
}

function judgeSkill(view: SkillView) {
  const { files } = view;
  const tools = readToolList(textAt(view.frontMatter, "description") ?? "");
  const tokens = estimateTokens(view.body);
  const hasRules = view.outline().prose.some(({ text }) => text.includes("强制工具调用规则"));
  const rules = [...files.keys()].filter((path) => /^rules\/(?!_index\.md$).+\.md$/.test(path));
  return {
    "skill.tool_list": judge(
      tools.length > 0,
      tools.join(", ") || "no list such as 工具：tool_one, tool_two",
    ),
    "skill.tokens": judge(files.has("SKILL.md") && tokens < VIBELIFE_BODY_TOKENS, `tokens: about ${tokens}`),
    "skill.forced_tool_rules": judge(hasRules, hasRules ? "found" : "no **强制工具调用规则** in the body"),
    "skill.rules_moved": judge(rules.length > 0, `rule files besides rules/_index.md: ${rules.length}`),
  };
}

/** V9 does without the file; only `triggers` has to be kept, there or in the front matter. */
function judgeRouting(view: SkillView) {
  const routing = view.companionYaml(ROUTING_FILE);
  const fault = routing?.findings.find(({ severity }) => severity === "error");
  const absent = (matches: (key: string) => boolean): Outcome => {
    if (fault !== undefined) return { state: "unknown", detail: `${ROUTING_FILE} ${fault.message}` };
    const left = [...(routing?.map?.entries.keys() ?? [])].filter(matches);
    return judge(left.length === 0, left.length === 0 ? "not found" : `left over: ${left.join(", ")}`);
  };
  return {
    "routing.includes": absent((key) => key === "includes"),
    "routing.skill_data": absent((key) => key === "skill_data"),
    "routing.triggers": judgeTriggers(routing, view.frontMatter),
    "routing.requires": absent((key) => key.startsWith("requires_")),
    "routing.global_tools": absent((key) => key === "global_tools"),
  };
}

function judgeTriggers(routing: CompanionYaml | null, frontMatter: MapNode): Outcome {
  const inRouting = routing?.map !== undefined && nodeAt(routing.map, "triggers") !== undefined;
  if (inRouting) return judge(true, `in ${ROUTING_FILE}`);
  const inFrontMatter = textsAt(frontMatter, "triggers").length > 0;
  return judge(inFrontMatter, inFrontMatter ? "in the front matter" : "no triggers anywhere");
}

function judgeCode(files: SkillFiles) {
  const source = readCompanionText(files, HANDLERS_FILE)?.text;
  const reading = readHandlers(source ?? "");
  const frontEnd: Outcome = { state: "unknown", detail: "the front end is not part of the package" };
  const found = (passed: boolean, detail: string): Outcome => {
    if (!reading.ok)
      return { state: "unknown", detail: `${HANDLERS_FILE} is no Python in line ${reading.line}` };
    return judge(passed, source === undefined ? `${HANDLERS_FILE} is not there` : detail);
  };
  const delegates = reading.ok && reading.words.includes("show_card");
  const handlers = reading.ok ? reading.handlers.length : 0;
  return {
    "code.tool_handler": found(handlers > 0, `handlers: ${handlers}`),
    "code.show_card": found(delegates, `show_card is ${delegates ? "" : "not "}called`),
    "code.lazy_cards": frontEnd,
  };
}

function judge(passed: boolean, detail: string): Outcome {
  return { state: passed ? "passed" : "failed", detail };
}
