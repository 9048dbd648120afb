import { VIBELIFE_BODY_TOKENS, VIBELIFE_CORE_TOOLS } from "@/lib/skill-format/constants";
import { file, replace, set, type DialectPage } from "./page";

const TOOLS = "tools/tools.yaml";
const HANDLERS = "tools/handlers.py";

export const vibelifePage: DialectPage = {
  profile: "vibelife",
  about: [
    `VibeLife describes skills of an assistant whose core has exactly these tools: ${[...VIBELIFE_CORE_TOOLS].map((tool) => `\`${tool}\``).join(", ")}. Every other tool belongs to a skill, which is activated on demand. The description of the skill lists its tools, the body forces their use, and the rules are loaded when needed.`,
    "`tools/handlers.py` is parsed, never run.",
  ],
  example: {
    dir: "bazi",
    frontMatter: `id: bazi
name: 八字命盘
version: 1.0.0
description: |
  根据出生信息排出八字命盘并解读。
  工具：collect_bazi_info, calculate_bazi, show_bazi_chart
triggers:
  - 八字
  - 命盘
category: astrology`,
    body: `# 八字命盘

## 专家身份
八字排盘专家。

**强制工具调用规则**：
- 禁止编造数据，必须调用 \`calculate_bazi\`
- 计算后必须调用 \`show_bazi_chart\`

## 核心能力索引
| 能力 | 规则文件 | 触发场景 |
|---|---|---|
| 排盘 | \`rules/chart.md\` | 用户给出生日 |

## 工具快速参考
| 工具 | 用途 | 何时调用 |
|---|---|---|
| \`show_bazi_chart\` | 展示命盘 | 计算之后 |

## 伦理边界
- 不作医疗建议
`,
    files: {
      "rules/_index.md": "",
      "rules/chart.md": "",
      [TOOLS]: `version: "2.0"
skill_id: bazi
tools:
  - name: collect_bazi_info
    type: collect
    card_type: collect_form
    description: 收集出生信息
    when_to_call: 缺少数据时
    parameters: []
  - name: calculate_bazi
    type: compute
    description: 计算八字
    when_to_call: 有数据时
    parameters:
      - name: data
        type: object
        required: true
  - name: show_bazi_chart
    type: display
    card_type: bazi_chart
    description: 展示命盘
    when_to_call: 计算之后
    parameters: []
`,
      [HANDLERS]: `@tool_handler("calculate_bazi")
async def execute_calculate(args, context):
    data = args.get("data") or (context.profile or {}).get("data")
    if not data:
        return {"status": "error", "error": "需要数据", "action": "collect_bazi_info"}
    return await ToolRegistry.execute("show_card", {"card_type": "custom"}, context)
`,
    },
  },
  tries: [
    ["`id: BaZi`", (sample) => ({ ...set("id", "BaZi")(sample), dir: "BaZi" })],
    ["`name: Bazi` (the heading still has the Chinese one)", set("name", "Bazi")],
    ["a description without tool list", set("description", "根据出生信息排出八字命盘。")],
    ["`triggers: []`", set("triggers", "[]")],
    ['`triggers: [八字, ""]`', set("triggers", '[八字, ""]')],
    ["`category: Astrology`", set("category", "Astrology")],
    ["no section 专家身份", replace("## 专家身份\n", "")],
    ["no forced-tool rules", replace("**强制工具调用规则**：\n", "")],
    [
      "no table of capabilities",
      replace(
        "| 能力 | 规则文件 | 触发场景 |\n|---|---|---|\n| 排盘 | `rules/chart.md` | 用户给出生日 |\n",
        "",
      ),
    ],
    [
      `a body of ${VIBELIFE_BODY_TOKENS} tokens and more`,
      replace("八字排盘专家。", "专".repeat(VIBELIFE_BODY_TOKENS)),
    ],
    ["a rule file that is not there", file("rules/chart.md", null)],
    ["no `tools/tools.yaml`", file(TOOLS, null)],
    ["`skill_id` of another skill", replace("skill_id: bazi", "skill_id: zodiac", TOOLS)],
    ["a tool of the type `magic`", replace("type: compute", "type: magic", TOOLS)],
    ["a collect tool without card", replace("    card_type: collect_form\n", "", TOOLS)],
    ["a parameter without `required`", replace("        required: true\n", "", TOOLS)],
    ["no handler for a compute tool", replace('@tool_handler("calculate_bazi")\n', "", HANDLERS)],
    ["a handler that is not async", replace("async def", "def", HANDLERS)],
    ["a handler that shows its result itself", replace("show_card", "draw", HANDLERS)],
    ["`routing.yaml` with `includes`", file("routing.yaml", "includes: [core]\n")],
  ],
};
