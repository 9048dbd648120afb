import type { SkillManifest } from "@/lib/skill-format";
import { DEFAULT_TIMEOUT_SECONDS } from "@/lib/skill-format";

/** How a wrapper starts the skill. */
export interface RunPlan {
  /** Interpreter to be found on PATH; null for a program that is started itself. */
  readonly program: "python3" | "node" | "bash" | null;
  /** Relative to the skill's files. */
  readonly entryPoint: string;
  readonly timeoutSeconds: number;
  /** Declared names the skill may read from the environment; it sees no others. */
  readonly envVars: readonly string[];
  /** Members that the input must have, as its schema says. */
  readonly required: readonly string[];
}

/** A map, since an extension may be called like a member every object inherits. */
const PROGRAM_OF_EXTENSION: ReadonlyMap<string, NonNullable<RunPlan["program"]>> = new Map([
  ["py", "python3"],
  ["js", "node"],
  ["mjs", "node"],
  ["cjs", "node"],
  ["sh", "bash"],
]);
const MAX_TIMEOUT_SECONDS = 600;
const MAX_REQUIRED = 50;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** The plan of a skill with an entry point. A declared name that is no name of a variable is left out. */
export function planRun({ invocation, runtime, permissions, schemas }: SkillManifest): RunPlan {
  const entryPoint = (invocation?.entryPoint ?? "").replace(/^\.\//, "");
  const seconds = Math.round(runtime?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS);
  return {
    program: programOf(runtime?.language, entryPoint),
    entryPoint,
    timeoutSeconds: Math.min(Math.max(seconds, 1), MAX_TIMEOUT_SECONDS),
    envVars: [...new Set(permissions.envVars)].filter((name) => VARIABLE.test(name)),
    required: requiredOf(schemas.input),
  };
}

function requiredOf(schema: SkillManifest["schemas"]["input"]): string[] {
  const listed: unknown = schema?.["required"];
  const names: unknown[] = Array.isArray(listed) ? listed : [];
  // No word of a shell holds a NUL.
  return names
    .filter((name) => typeof name === "string" && !name.includes("\0"))
    .slice(0, MAX_REQUIRED) as string[];
}

function programOf(language: string | undefined, entryPoint: string): RunPlan["program"] {
  if (language === "python3" || language === "node" || language === "bash") return language;
  if (language === "binary") return null;
  return programOfFile(entryPoint);
}

/** What runs a script, by its name alone; null for a name that does not tell. */
export function programOfFile(path: string): RunPlan["program"] {
  return PROGRAM_OF_EXTENSION.get(path.split(".").at(-1) ?? "") ?? null;
}
