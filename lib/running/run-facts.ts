import { programOfFile } from "@/lib/conversion/plan-run";
import type { SkillPackage } from "@/lib/package";
import {
  readSkillTools,
  toolCallSchema,
  type JsonSchema,
  type SkillManifest,
  type SkillTool,
} from "@/lib/skill-format";
import { isRuntime, type Runtime } from "@/lib/running/runners/skill-runner";
import { MAX_TIMEOUT_SECONDS } from "@/lib/running/time-limit";

/** Where VibeLife skills keep the functions behind their tools. */
const HANDLERS_FILE = "tools/handlers.py";
const MIN_TIMEOUT_SECONDS = 1;
const DEFAULT_TIMEOUT_SECONDS = 60;

export interface RunFacts {
  runtimeLanguage: string | null;
  entryPoint: string | null;
  timeoutMs: number;
  /**
   * The market can call it: input on standard input, one script in a language the sandbox has, nothing from outside.
   */
  runnable: boolean;
  /** VibeLife tools of a package the market can call; null for other skills. */
  tools: SkillTool[] | null;
  /** As declared; of a skill that is called by its tools alone, the form of a tool call. */
  inputSchema: JsonSchema | null;
}

/**
 * How a version is called, from what its file declares. A skill that needs the network or secrets is not runnable
 * here: the sandbox has neither, and a call that cannot succeed must not be sold.
 */
export function readRunFacts(manifest: SkillManifest, { files }: SkillPackage): RunFacts {
  const { runtime, invocation, permissions, schemas } = manifest;
  const entryPoint = invocation?.entryPoint?.replace(/^\.\//, "") ?? null;
  const language = entryPoint === null ? null : languageOf(runtime?.language, entryPoint);
  const pattern = invocation?.pattern ?? "stdin_stdout";
  const seconds = runtime?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  const selfContained = !permissions.network && permissions.envVars.length === 0;
  const tools = selfContained ? readSkillTools(new Map(files.map(({ path, bytes }) => [path, bytes]))) : [];
  const handled = tools.some((tool) => tool.handled);
  const byTools = entryPoint === null && handled;
  return {
    runtimeLanguage: byTools ? "python3" : (runtime?.language ?? language),
    entryPoint: byTools ? HANDLERS_FILE : entryPoint,
    timeoutMs: 1_000 * Math.min(Math.max(Math.round(seconds), MIN_TIMEOUT_SECONDS), MAX_TIMEOUT_SECONDS),
    runnable:
      byTools ||
      (language !== null &&
        invocation?.kind !== "http" &&
        pattern === "stdin_stdout" &&
        files.some(({ path }) => path === entryPoint) &&
        selfContained),
    tools: handled ? tools : null,
    inputSchema: byTools ? toolCallSchema(tools) : (schemas.input ?? null),
  };
}

function languageOf(declared: string | undefined, entryPoint: string): Runtime | null {
  if (declared !== undefined && declared !== "any") return isRuntime(declared) ? declared : null;
  return programOfFile(entryPoint);
}
