import { describe, expect, it } from "vitest";
import { checkSkill } from "../check-skill";
import { shortIssues } from "../testing/build-skill";
import { readToolList } from "./vibelife";

const SKILL = `---
id: ba-zi
name: 八字命盘
version: 1.0.0
description: |
  根据出生信息排出八字命盘。
  工具：collect_ba_zi_info, calculate_ba_zi, show_ba_zi_chart
triggers: [八字]
category: astrology
---

# 八字命盘

## 专家身份
专家。

**强制工具调用规则**：
- 必须调用 \`calculate_ba_zi\`

## 核心能力索引
| 能力 | 规则文件 |
|---|---|
| 排盘 | \`rules/chart.md\` |

## 工具快速参考
| \`show_ba_zi_chart\` | 展示 |

## 伦理边界
- 无
`;

const TOOLS = `version: "2.0"
skill_id: ba-zi
tools:
  - name: collect_ba_zi_info
    type: collect
    card_type: collect_form
    description: d
    when_to_call: w
    parameters: []
  - name: calculate_ba_zi
    type: compute
    description: d
    when_to_call: w
    parameters:
      - {name: data, type: object, required: true}
  - name: show_ba_zi_chart
    type: display
    card_type: ba_zi_chart
    description: d
    when_to_call: w
    parameters: []
`;

const HANDLERS = `from x import tool_handler

@tool_handler("calculate_ba_zi")
async def execute(args, context):
    if not args:
        return {"status": "error", "error": "需要数据", "action": "collect_ba_zi_info"}
    return await ToolRegistry.execute("show_card", {}, context)
`;

function issues(changes: Record<string, string | null> = {}): string[] {
  const files = new Map<string, string>([
    ["SKILL.md", SKILL],
    ["rules/_index.md", ""],
    ["rules/chart.md", ""],
    ["tools/tools.yaml", TOOLS],
    ["tools/handlers.py", HANDLERS],
  ]);
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) files.delete(path);
    else files.set(path, text);
  }
  const { reports } = checkSkill({ files, dialects: ["vibelife"], dir: "ba-zi" });
  return shortIssues(reports[0]?.issues ?? []);
}

const skill = (search: string, replacement: string) =>
  issues({ "SKILL.md": SKILL.replace(search, replacement) });
const tools = (search: string, replacement: string) =>
  issues({ "tools/tools.yaml": TOOLS.replace(search, replacement) });
const handlers = (search: string, replacement: string) =>
  issues({ "tools/handlers.py": HANDLERS.replace(search, replacement) });

it("a complete skill has no issue, the hyphens of its id written as underscores in tool names", () => {
  expect(issues()).toEqual([]);
});

it.each([
  ["id: ba-zi", "id: other", ["error id", "error tools/tools.yaml#skill_id"]],
  ["name: 八字命盘", "name: Bazi", ["warning name"]],
  ["name: 八字命盘", "name: 紫微斗数", ["error body"]],
  ["version: 1.0.0", "version: v1", ["error version"]],
  ["triggers: [八字]", "triggers: ['', ~]", ["error triggers[0]", "error triggers[1]", "error triggers"]],
  ["category: astrology", "category: Astrology", ["error category"]],
  ["  工具：", "  ", ["error description"]],
  ["show_ba_zi_chart\ntriggers", "show_other\ntriggers", ["warning description"]],
  ["| `show_ba_zi_chart`", "| `show_other_chart`", ["warning body"]],
  ["| `show_ba_zi_chart`", "| `render`", ["warning body"]],
  ["| `show_ba_zi_chart`", "| `ask`", []],
  ["必须调用 `calculate_ba_zi`", "必须调用 `compute_it`", ["warning body"]],
  ["专家。", "专家，懂 `birth_date`。", []],
  ["# 八字命盘\n\n##", "##", ["error body"]],
  ["## 专家身份", "## 专家", ["error body"]],
  ["## 核心能力索引", "```\n## 核心能力索引\n```", ["error body"]],
  ["**强制工具调用规则**：\n- 必须调用", "**强制工具调用规则**：\n必须调用", ["error body"]],
  ["**强制工具调用规则**：\n- 必须调用", "**强制工具调用规则**：\n1、必须调用", []],
  ["| 能力 | 规则文件 |\n|---|---|\n| 排盘 | `rules/chart.md` |\n", "", ["error body"]],
  ["| `show_ba_zi_chart` | 展示 |", "- `show_ba_zi_chart`", ["error body"]],
  ["  根据出生信息排出八字命盘。\n", "", ["warning description"]],
  ["## 伦理边界\n", "", []],
  ["rules/chart.md", "rules/none.md", ["error rules/none.md"]],
])("in SKILL.md %j written %j gives %j", (search, replacement, found) => {
  const result = skill(search, replacement);
  const relevant = search.startsWith("id:") ? result.filter((issue) => !issue.startsWith("warning")) : result;
  expect(relevant).toEqual(found);
});

it.each([
  ['version: "2.0"', "version: 2.0", ["warning tools/tools.yaml#version"]],
  ['version: "2.0"', 'version: "1.0"', ["error tools/tools.yaml#version"]],
  ["    type: compute", "    type: magic", ["error tools/tools.yaml#tools[1].type"]],
  ["    card_type: collect_form\n", "", ["error tools/tools.yaml#tools[0].card_type"]],
  ["    card_type: ba_zi_chart\n", "", ["error tools/tools.yaml#tools[2].card_type"]],
  ["    card_type: ba_zi_chart", "    card_type: other", ["warning tools/tools.yaml#tools[2].card_type"]],
  ["    type: compute", "    type: compute\n    card_type: x", ["error tools/tools.yaml#tools[1].card_type"]],
  [", required: true", "", ["error tools/tools.yaml#tools[1].parameters[0].required"]],
  ["required: true", "required: yes", ["error tools/tools.yaml#tools[1].parameters[0].required"]],
  ["  - name: show_ba_zi_chart", "  - 5\n  - name: show_ba_zi_chart", ["error tools/tools.yaml#tools[2]"]],
  ["tools:\n", "tools: 5\nrest:\n", ["error tools/tools.yaml#tools"]],
  ["skill_id: ba-zi", "skill_id: [", ["error tools/tools.yaml"]],
])("in tools.yaml %j written %j gives %j", (search, replacement, found) =>
  expect(tools(search, replacement)).toEqual(found),
);

it("a tool that is named twice is an error at the second", () => {
  expect(tools("  - name: show_ba_zi_chart", "  - name: calculate_ba_zi")).toContain(
    "error tools/tools.yaml#tools[2].name",
  );
});

it.each([
  ["@tool_handler", "# @tool_handler", ["warning tools/handlers.py"]],
  ["async def", "def", ["error tools/handlers.py"]],
  ["(args, context)", "(args)", ["error tools/handlers.py"]],
  ["(args, context)", "(args", ["warning tools/handlers.py"]],
  ['"status": "error", "error": "需要数据"', '"status": "none"', ["warning tools/handlers.py"]],
  ['@tool_handler("calculate_ba_zi")', '@tool_handler(\n  "calculate_ba_zi",\n)\n@traced', []],
  ["from x", 'DOC = """\n@tool_handler("nothing")\n"""\nfrom x', []],
  ["show_card", "show_other", ["warning tools/handlers.py"]],
  ['"calculate_ba_zi"', '"other"', ["warning tools/handlers.py", "warning tools/handlers.py"]],
])("in handlers.py %j written %j gives %j", (search, replacement, found) =>
  expect(handlers(search, replacement)).toEqual(found),
);

describe("the package", () => {
  it.each(["rules/_index.md", "tools/tools.yaml", "tools/handlers.py"])("needs %s", (path) => {
    expect(issues({ [path]: null })).toContain(`error ${path}`);
  });

  it("leftovers of V12 in routing.yaml are named, triggers may stay", () => {
    const routing = "triggers: [x]\nincludes: [a]\nskill_data: b\nrequires_birth: true\nglobal_tools: []\n";
    expect(issues({ "routing.yaml": routing })).toEqual([
      "error routing.yaml#includes",
      "error routing.yaml#skill_data",
      "warning routing.yaml#requires_birth",
      "warning routing.yaml#global_tools",
    ]);
    expect(issues({ "routing.yaml": "[" })).toEqual(["warning routing.yaml"]);
  });
});

it.each([
  ["排盘。工具：calculate_bazi", ["calculate_bazi"]],
  ["排盘。\n工具: a、b，c ;d", ["a", "b", "c", "d"]],
  ["工具：`a`, `b`。排盘时使用。", ["a", "b"]],
  ["工具：a,\n  b\nMore text", ["a", "b"]],
  ["工具：\n  a, b", ["a", "b"]],
  ["工具：a. Use when asked", ["a"]],
  ["工具：", []],
  ["工具：无", []],
  ["没有", []],
])("the tool list of %j is %j", (description, list) => expect(readToolList(description)).toEqual(list));
