import { expect, it } from "vitest";
import { reportMigration } from "./migration-report";

function report(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    reportMigration(new Map(Object.entries(files))).map(({ id, state }) => [id, state]),
  );
}

const V9 = {
  "SKILL.md":
    "---\nid: bazi\nname: 八字\ndescription: 排盘。工具：calculate_bazi\ntriggers: [八字]\n---\n# 八字\n**强制工具调用规则**：\n- x\n",
  "rules/_index.md": "",
  "rules/a.md": "",
  "tools/handlers.py": '@tool_handler("calculate_bazi")\nasync def run(args, context):\n    show_card()\n',
};

it("a V9 skill passes every item a package can show", () => {
  const states = report(V9);
  expect(states["code.lazy_cards"]).toBe("unknown");
  expect(new Set(Object.values({ ...states, "code.lazy_cards": "passed" }))).toEqual(new Set(["passed"]));
  expect(report({ ...V9, "routing.yaml": "triggers: [八字]\n" })).toEqual(states);
});

it("a V12 skill fails every item, each with what was found", () => {
  const files = {
    "SKILL.md": `---\nname: 八字\ndescription: 排盘\n---\n# 八字\n${"字".repeat(500)}\n`,
    "rules/_index.md": "",
    "routing.yaml": "includes: [core]\nskill_data: {}\nrequires_birth: true\nglobal_tools: [ask]\n",
    "tools/handlers.py": "# @tool_handler and show_card come later\ndef run():\n    pass\n",
  };
  const failed = reportMigration(new Map(Object.entries(files))).filter(({ state }) => state === "failed");
  expect(failed.map(({ id, detail }) => `${id}: ${detail}`)).toEqual([
    "skill.tool_list: no list such as 工具：tool_one, tool_two",
    "skill.tokens: tokens: about 503",
    "skill.forced_tool_rules: no **强制工具调用规则** in the body",
    "skill.rules_moved: rule files besides rules/_index.md: 0",
    "routing.includes: left over: includes",
    "routing.skill_data: left over: skill_data",
    "routing.triggers: no triggers anywhere",
    "routing.requires: left over: requires_birth",
    "routing.global_tools: left over: global_tools",
    "code.tool_handler: handlers: 0",
    "code.show_card: show_card is not called",
  ]);
});

it("a routing.yaml that cannot be read decides nothing about what is in it, and no file at all is no crash", () => {
  expect(report({ ...V9, "routing.yaml": "a: [" })).toMatchObject({ "routing.includes": "unknown" });
  expect(report({})).toMatchObject({ "skill.tokens": "failed", "code.tool_handler": "failed" });
});
