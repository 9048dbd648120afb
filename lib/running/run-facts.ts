import { programOfFile } from "@/lib/conversion/plan-run";
import type { SkillPackage } from "@/lib/package";
import { readNeeds } from "@/lib/running/needs/read-needs";
import type { Need } from "@/lib/running/needs/read-scripts";
import {
  readSkillTools,
  toolCallSchema,
  type JsonSchema,
  type SkillManifest,
  type SkillTool,
} from "@/lib/skill-format";
import type { CallObstacle, CallObstacleCode } from "@/lib/skill-format/issues/call-obstacles";
import { isRuntime, type Runtime } from "@/lib/running/runners/skill-runner";
import { MAX_TIMEOUT_SECONDS } from "@/lib/running/time-limit";

/** Where VibeLife skills keep the functions behind their tools. */
const HANDLERS_FILE = "tools/handlers.py";
const MIN_TIMEOUT_SECONDS = 1;
const DEFAULT_TIMEOUT_SECONDS = 60;
/** What the program that calls tools makes importable (`lib/running/calls/tool-shim.ts`). */
const SHIM = { folders: ["tools", "."], brought: ["services"] };
const TYPESCRIPT = /\.[cm]?tsx?$/;

export interface RunFacts {
  runtimeLanguage: string | null;
  entryPoint: string | null;
  timeoutMs: number;
  /**
   * Why the market cannot call it, whatever it costs; empty where it can: one script in a
   * language the sandbox has, nothing from outside, and nothing that every run would miss.
   */
  obstacles: CallObstacle[];
  /** What else its scripts ask for, as far as reading them tells. */
  needs: Need[];
  /** VibeLife tools of the package, those without a handler too; null for other skills. */
  tools: SkillTool[] | null;
  /** As declared; of a skill that is called by its tools alone, the form of a tool call. */
  inputSchema: JsonSchema | null;
}

/**
 * How a version is called, from what its file declares and what its scripts import; nothing is run. A skill that
 * needs the network or secrets cannot be called here: the sandbox has neither, and a call that cannot succeed must
 * not be sold.
 */
export async function readRunFacts(
  manifest: SkillManifest,
  { files }: Pick<SkillPackage, "files">,
): Promise<RunFacts> {
  const { runtime, invocation, schemas } = manifest;
  const entryPoint = invocation?.entryPoint?.replace(/^\.\//, "") ?? null;
  const language = entryPoint === null ? null : languageOf(runtime?.language, entryPoint);
  const seconds = runtime?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  const tools = readSkillTools(new Map(files.map(({ path, bytes }) => [path, bytes])));
  const byTools = entryPoint === null && tools.some((tool) => tool.handled);
  const obstacles = declaredObstacles(
    manifest,
    byTools ? { entryPoint: HANDLERS_FILE, language: "python3", files } : { entryPoint, language, files },
  );
  const started = byTools
    ? { entryPoint: HANDLERS_FILE, runtime: "python3" as const, ...SHIM }
    : entryPoint !== null && language !== null && { entryPoint, runtime: language };
  const needs = started ? await readNeeds({ files }, started) : [];
  const missing = needs.filter(({ code, sure }) => code === "CALL_MODULE" && sure).map(({ name }) => name);
  return {
    runtimeLanguage: byTools ? "python3" : (runtime?.language ?? language),
    entryPoint: byTools ? HANDLERS_FILE : entryPoint,
    timeoutMs: 1_000 * Math.min(Math.max(Math.round(seconds), MIN_TIMEOUT_SECONDS), MAX_TIMEOUT_SECONDS),
    obstacles: [...obstacles, ...(missing.length === 0 ? [] : [obstacle("CALL_MODULE", missing)])],
    needs,
    tools: tools.length > 0 ? tools : null,
    inputSchema: byTools ? toolCallSchema(tools) : (schemas.input ?? null),
  };
}

/** What decides whether calls of a version are made. */
export interface CallFacts {
  /** As `readRunFacts` gives them. */
  obstacles: readonly CallObstacle[];
  priceLamports: bigint;
  /** When it first gave a valid answer in the sandbox; null while it has not. */
  ranAt: Date | null;
}

/**
 * Whether the market makes calls of a version, and why not: a price is in force only once the version has run. The one
 * place where that is decided.
 */
export function decideCallable({ obstacles, priceLamports, ranAt }: CallFacts): {
  runnable: boolean;
  obstacles: CallObstacle[];
} {
  const still = obstacles.filter(({ code }) => code !== "CALL_NOT_RUN");
  const all =
    still.length === 0 && priceLamports > 0n && ranAt === null ? [obstacle("CALL_NOT_RUN", [])] : still;
  return { runnable: all.length === 0, obstacles: all };
}

const obstacle = (code: CallObstacleCode, names: string[]): CallObstacle => ({ code, names });

/** What the file itself says against a call: only what is true of it, so that no second reason stands beside. */
function declaredObstacles(
  { runtime, invocation, permissions }: SkillManifest,
  given: { entryPoint: string | null; language: Runtime | null; files: SkillPackage["files"] },
): CallObstacle[] {
  const { entryPoint, language, files } = given;
  if (invocation?.kind === "http" || invocation?.pattern === "http_post")
    return [obstacle("CALL_ELSEWHERE", [])];
  if (entryPoint === null) return [obstacle("CALL_NO_ENTRY_POINT", [])];
  const isThere = files.some(({ path }) => path === entryPoint);
  const isTypeScript = TYPESCRIPT.test(entryPoint);
  return [
    ...(isThere ? [] : [obstacle("CALL_ENTRY_MISSING", [entryPoint])]),
    ...(isTypeScript ? [obstacle("CALL_TYPESCRIPT", [entryPoint])] : []),
    ...(language === null && !isTypeScript
      ? [obstacle("CALL_RUNTIME", [runtime?.language ?? fileName(entryPoint)])]
      : []),
    ...(permissions.network ? [obstacle("CALL_NETWORK", [])] : []),
    ...(permissions.envVars.length > 0 ? [obstacle("CALL_SECRETS", [...permissions.envVars])] : []),
  ];
}

const fileName = (entryPoint: string) => entryPoint.split("/").at(-1) ?? entryPoint;

function languageOf(declared: string | undefined, entryPoint: string): Runtime | null {
  if (TYPESCRIPT.test(entryPoint)) return null;
  if (declared !== undefined && declared !== "any") return isRuntime(declared) ? declared : null;
  return programOfFile(entryPoint);
}
