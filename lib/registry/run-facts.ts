import type { SkillPackage } from "@/lib/package";
import type { SkillManifest } from "@/lib/skill-format";
import { isRuntime, type Runtime } from "@/lib/running/skill-runner";

const RUNTIME_OF_EXTENSION: Readonly<Record<string, Runtime>> = {
  py: "python3",
  js: "node",
  mjs: "node",
  cjs: "node",
  sh: "bash",
};
const MIN_TIMEOUT_SECONDS = 1;
const MAX_TIMEOUT_SECONDS = 600;
const DEFAULT_TIMEOUT_SECONDS = 60;

export interface RunFacts {
  runtimeLanguage: string | null;
  entryPoint: string | null;
  timeoutMs: number;
  /** The market can call it: input on standard input, one script in a language the sandbox has, nothing from outside. */
  runnable: boolean;
}

/**
 * How a version is called, from what its file declares. A skill that needs the network or secrets is not runnable
 * here: the sandbox has neither, and a call that cannot succeed must not be sold.
 */
export function readRunFacts(
  { runtime, invocation, permissions }: SkillManifest,
  { files }: SkillPackage,
): RunFacts {
  const entryPoint = invocation?.entryPoint?.replace(/^\.\//, "") ?? null;
  const language = entryPoint === null ? null : languageOf(runtime?.language, entryPoint);
  const pattern = invocation?.pattern ?? "stdin_stdout";
  const seconds = runtime?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  return {
    runtimeLanguage: runtime?.language ?? language,
    entryPoint,
    timeoutMs: 1_000 * Math.min(Math.max(Math.round(seconds), MIN_TIMEOUT_SECONDS), MAX_TIMEOUT_SECONDS),
    runnable:
      language !== null &&
      invocation?.kind !== "http" &&
      pattern === "stdin_stdout" &&
      files.some(({ path }) => path === entryPoint) &&
      !permissions.network &&
      permissions.envVars.length === 0,
  };
}

function languageOf(declared: string | undefined, entryPoint: string): Runtime | null {
  if (declared !== undefined && declared !== "any") return isRuntime(declared) ? declared : null;
  return RUNTIME_OF_EXTENSION[entryPoint.split(".").at(-1) ?? ""] ?? null;
}
