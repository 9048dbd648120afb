import type { SkillTool } from "@/lib/skill-format";
import type { JsonObject } from "@/lib/running/contract/json-text";
import { SHIM_FILE, TOOL_SHIM } from "@/lib/running/vibelife/tool-shim";
import type { PackageFile } from "@/lib/running/runners/skill-runner";

/** The member that makes an input a call of one of the skill's own tools. */
export const TOOL_CALL = "tool_call";

export interface ToolCall {
  tool: string;
  args: JsonObject;
  /** What is known of the person the model acts for. */
  profile?: JsonObject;
}

/** What is needed of a version to call its tools. */
export interface ToolHolder {
  slug: string;
  tools: readonly SkillTool[];
}

/** The tool call an accepted input stands for; null for an ordinary input, and for a skill without tools. */
export function findToolCall({ tools }: Pick<ToolHolder, "tools">, input: JsonObject): ToolCall | null {
  const call = input[TOOL_CALL];
  if (tools.length === 0 || Object.keys(input).length !== 1 || !isObject(call)) return null;
  const { tool, args, profile } = call;
  if (typeof tool !== "string" || !isObject(args)) return null;
  return { tool, args, ...(isObject(profile) ? { profile } : {}) };
}

/** What the sandbox is given for a tool call: the package with the shim in it, started with the call as its input. */
export function toolJob(
  { slug, tools }: ToolHolder,
  call: ToolCall,
  files: readonly PackageFile[],
): { files: PackageFile[]; entryPoint: string; runtime: "python3"; stdin: string } {
  const shim = { path: SHIM_FILE, bytes: new TextEncoder().encode(TOOL_SHIM) };
  return {
    files: [...files.filter(({ path }) => path !== SHIM_FILE), shim],
    entryPoint: SHIM_FILE,
    runtime: "python3",
    stdin: JSON.stringify({ ...call, skill_id: slug, collect: collectTools(tools) }),
  };
}

const collectTools = (tools: readonly SkillTool[]) =>
  tools.filter(({ type }) => type === "collect").map(({ name }) => name);

/**
 * The collect tool that an answer asks for, null for any other output. VibeLife V9 section 5 calls it the fast fail: the
 * first step of a skill that needs data, and not a failure of it.
 */
export function findAskedAction({ tools }: Pick<ToolHolder, "tools">, output: JsonObject): string | null {
  const { status, error, action } = output;
  if (status !== "error" || typeof error !== "string") return null;
  return collectTools(tools).find((name) => name === action) ?? null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
