import { stringify } from "yaml";
import { assemblePackage, type SkillPackage } from "@/lib/package";
import { uniqueName } from "@/lib/testing/builders";

/** The tools of a skill with this id, as V9 names them. */
export function toolNames(id: string) {
  const snake = id.replaceAll("-", "_");
  return {
    collect: `collect_${snake}_info`,
    compute: `calculate_${snake}`,
    display: `show_${snake}_chart`,
    probe: `calculate_${snake}_probe`,
  };
}

interface VibeLifeParts {
  id?: string;
  /** Members of the front matter beside the usual ones. */
  frontMatter?: Record<string, unknown>;
  /** Python put before the handlers. */
  before?: string;
  files?: Record<string, string>;
}

/**
 * A VibeLife V9 skill that runs: it counts the letters of a name, given or saved, and shows a card. Its tool `…_probe`
 * does what the argument `act` says, for tests of the sandbox's side.
 */
export function buildVibeLifeSkill(parts: VibeLifeParts = {}): SkillPackage {
  const id = parts.id ?? uniqueName("letters");
  const { collect, compute, display, probe } = toolNames(id);
  const frontMatter = {
    id,
    name: "姓名字数",
    version: "1.0.0",
    description: `数姓名的字数。\n工具：${collect}, ${compute}, ${display}`,
    triggers: ["姓名"],
    category: "professional",
    license: "MIT",
    ...parts.frontMatter,
  };
  const parameter = (name: string, type: string, required = true) => ({ name, type, required });
  const tool = (name: string, type: string, parameters: object[], cardType?: string) => ({
    name,
    type,
    description: `${type} 工具`,
    ...(cardType === undefined ? {} : { card_type: cardType }),
    when_to_call: "需要时",
    parameters,
  });
  const tools = {
    version: "2.0",
    skill_id: id,
    tools: [
      tool(collect, "collect", [parameter("form_type", "string")], "collect_form"),
      tool(compute, "compute", [
        parameter("name", "string"),
        { ...parameter("unit", "string", false), enum: ["字", "划"] },
      ]),
      tool(display, "display", [parameter("chart_data", "object")], `${id.replaceAll("-", "_")}_chart`),
      tool(probe, "compute", [parameter("act", "string")]),
    ],
  };
  const files = {
    "SKILL.md": `---\n${stringify(frontMatter)}---\n${body({ collect, compute, display })}`,
    "rules/_index.md": "# 规则\n\n- [字数](counting.md)\n",
    "rules/counting.md": "# 字数\n\n空格不计。\n",
    "tools/tools.yaml": stringify(tools),
    "tools/handlers.py": `${parts.before ?? ""}${handlers({ collect, compute, probe }, id)}`,
    "services/letters.py": "def count(text):\n    return len([c for c in text if not c.isspace()])\n",
    ...parts.files,
  };
  return assemblePackage(Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })));
}

const body = ({
  collect,
  compute,
  display,
}: {
  collect: string;
  compute: string;
  display: string;
}) => `# 姓名字数

## 专家身份
数字的人。

**强制工具调用规则**：
- 禁止编造数据，必须调用 \`${compute}\`
- 计算完成后必须调用 \`${display}\` 展示卡片

## 核心能力索引
| 能力 | 规则文件 | 触发场景 |
|-----|---------|---------|
| 字数 | \`rules/counting.md\` | 数字数 |

## 工具快速参考
| 工具 | 用途 | 何时调用 |
|-----|------|---------|
| \`${collect}\` | 收集姓名 | 不知道姓名 |
| \`${compute}\` | 数字数 | 知道姓名 |
| \`${display}\` | 展示 | 数完之后 |
`;

const handlers = (
  { collect, compute, probe }: Record<"collect" | "compute" | "probe", string>,
  id: string,
) => `
import os, sys
from typing import Any, Dict
from services.agent.tool_registry import tool_handler, ToolContext, ToolRegistry
from services.letters import count

@tool_handler("${compute}")
async def execute_calculate(args: Dict[str, Any], context: ToolContext) -> Dict[str, Any]:
    profile = context.profile or {}
    name = args.get("name") or profile.get("identity", {}).get("name")
    if not name:
        return {"status": "error", "error": "需要姓名", "action": "${collect}"}
    print("counting", name)
    return await ToolRegistry.execute("show_card", {
        "card_type": "custom",
        "data_source": {"type": "inline", "data": {"name": name, "letters": count(name)}},
        "options": {"componentId": "${id.replaceAll("-", "_")}_chart"},
    }, context)

@tool_handler("${probe}")
async def execute_probe(args: Dict[str, Any], context: ToolContext) -> Dict[str, Any]:
    act = args["act"]
    if act == "raise":
        raise ValueError("no good")
    if act == "elsewhere":
        return {"status": "error", "error": "no data", "action": "collect_info"}
    if act == "text":
        return "text"
    if act == "exit":
        os._exit(0)
    if act == "quit":
        sys.exit(0)
    if act == "recurse":
        return await ToolRegistry.execute("${probe}", args, context)
    if act == "nan":
        return {"value": float("nan")}
    if act == "set":
        return {"value": {1, 2}}
    if act == "print":
        os.write(1, b"not json")
        sys.__stdout__.write("nor this")
    if act == "sleep":
        import asyncio
        await asyncio.sleep(0.01)
    if act == "leak":
        print(context.profile)
    return {"act": act, "user": context.user_id}
`;
