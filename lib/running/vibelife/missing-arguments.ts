import type { SkillTool } from "@/lib/skill-format";
import type { JsonObject } from "@/lib/running/contract/json-text";
import type { ToolCall } from "@/lib/running/vibelife/tool-call";

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
    (section) => isObject(section) && Object.hasOwn(section, name) && section[name] !== null,
  );
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
