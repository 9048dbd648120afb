import type { CheckProfile } from "@/lib/skill-format";

/** A generated skill: the name of its directory, and its files by path. */
export interface BenchSkill {
  dir: string;
  files: Map<string, string>;
}

const SUBJECTS = [
  "invoice",
  "contract",
  "weather",
  "chart",
  "release-notes",
  "meeting",
  "translation",
  "dataset",
];
const VERBS = ["Extracts", "Checks", "Converts", "Summarises", "Compares", "Cleans"];

/** Skills of one dialect, the same every time; long and short bodies, with and without the optional fields. */
export function generateSkills(profile: CheckProfile, count: number): BenchSkill[] {
  return Array.from({ length: count }, (_, index) => MAKERS[profile](index));
}

const MAKERS: Readonly<Record<CheckProfile, (index: number) => BenchSkill>> = {
  "agent-skills": agentSkill,
  "agent-skills-upstream": agentSkill,
  metadata: (index) =>
    skill(index, [
      ...head(index),
      `source_url: https://github.com/example/${slug(index)}`,
      `source_hash: ${hex(index, 40)}`,
      "version: 1.0.0",
      "created_at: 2026-01-23",
      `license: ${pick(["MIT", "Apache-2.0"], index)}`,
      "allowed-tools: Read, Grep, Glob",
    ]),
  usk: (index) =>
    skill(
      index,
      [...head(index), ...USK_FIELDS],
      new Map([["main.py", "import json\nprint(json.dumps({}))\n"]]),
    ),
  exo: (index) =>
    skill(
      index,
      [...head(index, 60), ...EXO_FIELDS],
      new Map([["scripts/main.py", "print('{}')\n"]]),
      EXO_BODY,
    ),
  vibelife: vibelifeSkill,
};

function agentSkill(index: number): BenchSkill {
  const metadata = index % 2 === 0 ? [] : ["metadata:", "  author: example-org", '  version: "1.0"'];
  const compatibility = index % 3 === 0 ? ["compatibility: Requires git and network access"] : [];
  return skill(index, [
    ...head(index),
    "license: Complete terms in LICENSE.txt",
    ...compatibility,
    ...metadata,
  ]);
}

function skill(
  index: number,
  frontMatter: readonly string[],
  more = new Map<string, string>(),
  body = "",
): BenchSkill {
  const text = `---\n${frontMatter.join("\n")}\n---\n\n${body}${prose(index)}`;
  return { dir: slug(index), files: new Map([["SKILL.md", text], ...more]) };
}

function head(index: number, longest = 400): string[] {
  const subject = pick(SUBJECTS, index);
  const sentence = `${pick(VERBS, index)} ${subject} files and reports what was found.`;
  const when = ` Use when someone asks about ${subject} work, also in passing.`.repeat(1 + (index % 4));
  return [`name: ${slug(index)}`, `description: ${(sentence + when).slice(0, longest).trim()}`];
}

function prose(index: number): string {
  const section = [
    `## Step ${index % 7}`,
    "",
    "Read the input first, then decide which of the columns hold dates and which hold amounts.",
    "Ask when two of them could be meant; never guess. Keep the order of the rows as it is.",
    "",
    "- one pass over the file, no more",
    "- `amount` is a whole number of cents",
    "",
    "```sh",
    "python3 scripts/main.py < input.json",
    "```",
    "",
  ].join("\n");
  return `# ${slug(index)}\n\n${section.repeat(1 + (index % 6))}`;
}

const USK_FIELDS = `spec: usk/1.0
version: 1.0.0
interface:
  type: cli
  entry_point: main.py
  runtime: python3
  call_pattern: stdin_stdout
input_schema:
  type: object
  properties:
    query:
      type: string
      description: What to look for
    limit:
      type: integer
      description: How many results at most
      default: 5
  required: [query]
output_schema:
  type: object
  properties:
    result:
      type: string
      description: The answer
  required: [result]
capabilities: [web_search, text_summarization]
permissions:
  network: true
  filesystem: false
  subprocess: false
  env_vars: []
category: search
tags: [search, web]
license: MIT
platform_compatibility: [any]`.split("\n");

const EXO_FIELDS = `version: 1.0.0
author: DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn
pricing:
  model: per_call
  price_lamports: 5000
runtime:
  docker_image: exo-runtime-python-3.11
  docker_image_hash: sha256:6105d6cc76af400325e94d588ce511be5bfdbb73b437dc51eca43917d7a43e3d
  entrypoint: scripts/main.py
  timeout_seconds: 60
io:
  input_schema:
    type: object
    properties:
      query:
        type: string
    additionalProperties: false
    maxProperties: 20
  output_schema:
    type: object
    properties:
      result:
        type: string
annotations:
  readOnlyHint: true
  openWorldHint: false`.split("\n");

const EXO_BODY = "## 功能描述\n\nText.\n\n## 使用示例\n\nText.\n\n## 注意事项\n\nText.\n\n";

function vibelifeSkill(index: number): BenchSkill {
  const id = slug(index);
  const snake = id.replaceAll("-", "_");
  const text = `---
id: ${id}
name: 命盘${index}
version: 1.0.0
description: |
  根据出生信息排出命盘并解读。
  工具：collect_${snake}_info, calculate_${snake}, show_${snake}_chart
triggers:
  - 命盘
  - 运势
category: astrology
---

# 命盘${index}

## 专家身份
排盘专家。

**强制工具调用规则**：
- 禁止编造数据，必须调用 \`calculate_${snake}\`
- 计算后必须调用 \`show_${snake}_chart\`

## 核心能力索引
| 能力 | 规则文件 | 触发场景 |
|---|---|---|
| 排盘 | \`rules/chart.md\` | 用户提供生日 |

## 工具快速参考
| 工具 | 用途 | 何时调用 |
|---|---|---|
| \`show_${snake}_chart\` | 展示 | 计算完成后 |

## 伦理边界
- 不作医疗建议
`;
  const tools = `version: "2.0"
skill_id: ${id}
tools:
  - name: collect_${snake}_info
    type: collect
    card_type: collect_form
    description: 收集信息
    when_to_call: 缺少数据时
    parameters: []
  - name: calculate_${snake}
    type: compute
    description: 计算
    when_to_call: 有数据时
    parameters:
      - name: data
        type: object
        required: true
  - name: show_${snake}_chart
    type: display
    card_type: ${snake}_chart
    description: 展示
    when_to_call: 计算完成后
    parameters: []
`;
  const handlers = `from services.agent.tool_registry import tool_handler, ToolRegistry

@tool_handler("calculate_${snake}")
async def execute_calculate(args, context):
    data = args.get("data")
    if not data:
        return {"status": "error", "error": "需要数据", "action": "collect_${snake}_info"}
    return await ToolRegistry.execute("show_card", {"card_type": "custom"}, context)
`;
  const files = new Map([
    ["SKILL.md", text],
    ["rules/_index.md", "# 规则\n"],
    ["rules/chart.md", "# 排盘\n"],
    ["tools/tools.yaml", tools],
    ["tools/handlers.py", handlers],
  ]);
  return { dir: id, files };
}

function slug(index: number): string {
  return `${pick(SUBJECTS, index)}-${index}`;
}

function hex(index: number, length: number): string {
  return index
    .toString(16)
    .padStart(8, "0")
    .repeat(Math.ceil(length / 8))
    .slice(0, length);
}

function pick<Item>(list: readonly [Item, ...Item[]] | readonly Item[], index: number): Item {
  return list[index % list.length] as Item;
}
