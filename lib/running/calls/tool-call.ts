import { SHIM_FILE, TOOL_SHIM } from "@/lib/running/calls/tool-shim";
import { isJsonObject, type JsonObject } from "@/lib/running/contract/json-text";
import type { PackageFile } from "@/lib/running/runners/skill-runner";
import type { SkillTool } from "@/lib/skill-format";

/** The member that makes an input a call of one of the skill's own tools. */
export const TOOL_CALL = "tool_call";

export interface ToolCall {
  tool: string;
  args: JsonObject;
  /** What is known of the person the model acts for. */
  profile?: JsonObject;
}

/** What is needed of a version to call its tools. */
interface ToolHolder {
  slug: string;
  tools: readonly SkillTool[];
}

/** The tool call an accepted input stands for; null for an ordinary input, and for a skill without tools. */
export function findToolCall({ tools }: Pick<ToolHolder, "tools">, input: JsonObject): ToolCall | null {
  const call = input[TOOL_CALL];
  if (tools.length === 0 || Object.keys(input).length !== 1 || !isJsonObject(call)) return null;
  const { tool, args, profile } = call;
  if (typeof tool !== "string" || !isJsonObject(args)) return null;
  return { tool, args, ...(isJsonObject(profile) ? { profile } : {}) };
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
 * The collect tool that an answer asks for, null for any other output. VibeLife V9 section 5 calls it the fast fail:
 * the first step of a skill that needs data, and not a failure of it.
 */
export function findAskedAction({ tools }: Pick<ToolHolder, "tools">, output: JsonObject): string | null {
  const { status, error, action } = output;
  if (status !== "error" || typeof error !== "string") return null;
  return collectTools(tools).find((name) => name === action) ?? null;
}

/** The required arguments that a call does not bring. */
export function listMissing({ parameters }: Pick<SkillTool, "parameters">, { args }: ToolCall): string[] {
  return parameters
    .filter(({ name, required }) => required && !Object.hasOwn(args, name))
    .map(({ name }) => name);
}

/**
 * What becomes of a tool call without some of its required arguments (VibeLife V9, section 5). The handler decides:
 * it reads the profile next, and names the action that collects what neither has. Only a priced call is refused before
 * it is sold, unless the profile has each missing value by its name: nobody pays to be told what to bring.
 */
export function decideMissing({
  missing,
  profile,
  isPriced,
}: {
  missing: readonly string[];
  profile: JsonObject | undefined;
  isPriced: boolean;
}): "run" | "refuse" {
  return !isPriced || missing.every((name) => hasValue(profile ?? {}, name)) ? "run" : "refuse";
}

/** In the profile itself, or in one of its sections, as `save` writes them. */
function hasValue(profile: JsonObject, name: string): boolean {
  return [profile, ...Object.values(profile)].some(
    (section) => isJsonObject(section) && Object.hasOwn(section, name) && section[name] !== null,
  );
}
