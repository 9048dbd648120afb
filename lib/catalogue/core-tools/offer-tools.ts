import type { OpenSkill } from "@/lib/catalogue/core-tools/open-skill";
import { sha256Hex } from "@/lib/kernel/digest";
import {
  offeredArgumentsSchema,
  VIBELIFE_CORE_TOOLS,
  type JsonSchema,
  type SkillTool,
} from "@/lib/skill-format";

/** One tool of an activated skill, as a model sees it. */
export interface OfferedTool {
  /** Unique in its conversation, of the characters every client takes, and short enough behind a client's prefix. */
  name: string;
  description: string;
  inputSchema: ToolSchema;
  /** Of what a call gives; null where the skill declares none. */
  outputSchema: DeclaredOutput | null;
  skill: OpenSkill;
  /** A tool of `tools/tools.yaml`; null for the call of the skill itself. */
  tool: SkillTool | null;
  /** Zero for what the market answers itself: forms and cards. */
  priceLamports: bigint;
}

/** What clients read of a schema before anything else must be of the right kind, or they refuse the whole list. */
export interface ToolSchema {
  [keyword: string]: unknown;
  type: "object";
  properties: Record<string, object>;
  required: string[];
}

/** What every client can compile of the schema of an output: kinds of values, and what they are. */
export interface DeclaredOutput {
  [keyword: string]: unknown;
  type: "object";
}

/** The tool of clients without a session that calls another one: no tool of a skill has its name. */
export const CALL_TOOL = "call_tool";

/** Argument a priced tool takes its payment in, for models whose client cannot send `_meta`. */
export const CREDENTIAL_ARGUMENT = "payment_credential";
/** The same for the word of the person who has to confirm a payment. */
export const CONFIRMATION_ARGUMENT = "payment_confirmation";

/** What clients put before the name of a tool of the server `emporion`; together they may have 64 characters. */
const CLIENT_PREFIX = "mcp__emporion__";
const MAX_NAME = 64 - CLIENT_PREFIX.length;
const MAX_DESCRIPTION = 1024;
const MAX_SCHEMA_CHARACTERS = 32_000;
/** File that means: this skill is called by its tools alone. */
const HANDLERS_FILE = "tools/handlers.py";

/**
 * The tools of the activated skills in the order of their activation. V9 tools keep their names; a name that the core
 * layer or an earlier skill has is put behind the skill's own, so that no skill can answer for another. A skill with an
 * entry point is one tool more, `run_<name>`.
 */
export function offerTools(skills: readonly OpenSkill[]): Map<string, OfferedTool> {
  const offered = new Map<string, OfferedTool>();
  for (const skill of skills) {
    for (const tool of skill.call?.tools ?? []) add(offered, ofTool(skill, tool));
    if (skill.call && skill.call.entryPoint !== HANDLERS_FILE) add(offered, ofSkill(skill));
  }
  return offered;
}

function add(offered: Map<string, OfferedTool>, tool: OfferedTool): void {
  const free = (name: string) => !VIBELIFE_CORE_TOOLS.has(name) && name !== CALL_TOOL && !offered.has(name);
  const wanted = [tool.name, `${toSnake(tool.skill.slug)}__${tool.name}`].map(shorten);
  const name = wanted.find(free) ?? shorten(`${wanted[1]}_${digest(tool.skill.slug)}`);
  if (free(name)) offered.set(name, { ...tool, name });
}

function ofTool(skill: OpenSkill, tool: SkillTool): OfferedTool {
  const priceLamports = tool.handled ? skill.priceLamports : 0n;
  const when = tool.whenToCall === "" ? "" : ` When: ${tool.whenToCall}.`;
  return {
    name: tool.name,
    description: `${tool.description}${when} ${origin(skill, priceLamports)}`
      .trim()
      .slice(0, MAX_DESCRIPTION),
    inputSchema: toToolSchema(offeredArgumentsSchema(tool), priceLamports),
    outputSchema: null,
    skill,
    tool,
    priceLamports,
  };
}

function ofSkill(skill: OpenSkill): OfferedTool {
  const { priceLamports } = skill;
  const about = skill.description.slice(0, MAX_DESCRIPTION - 200);
  return {
    name: `run_${toSnake(skill.slug)}`,
    description: `${about} ${origin(skill, priceLamports)}`,
    inputSchema: toToolSchema(skill.call?.inputSchema ?? null, priceLamports),
    outputSchema: toOutputSchema(skill.call?.outputSchema ?? null),
    skill,
    tool: null,
    priceLamports,
  };
}

const origin = ({ slug, version }: OpenSkill, priceLamports: bigint) =>
  priceLamports === 0n
    ? `(Skill ${slug} ${version}, free.)`
    : `(Skill ${slug} ${version}, ${priceLamports} lamports a call.)`;

function toToolSchema(schema: JsonSchema | null, priceLamports: bigint): ToolSchema {
  const usable = schema !== null && JSON.stringify(schema).length <= MAX_SCHEMA_CHARACTERS ? schema : {};
  const { properties, required, maxProperties: _most, ...rest } = usable;
  const listed = Object.entries(isObject(properties) ? properties : {}).map(([name, value]) => [
    name,
    isObject(value) ? value : {},
  ]);
  const named = Object.fromEntries(listed) as Record<string, object>;
  const payment =
    priceLamports > 0n && !Object.hasOwn(named, CREDENTIAL_ARGUMENT)
      ? { [CREDENTIAL_ARGUMENT]: PAYMENT }
      : {};
  return {
    ...rest,
    type: "object",
    properties: { ...named, ...payment },
    required: Array.isArray(required)
      ? required.filter((name): name is string => typeof name === "string")
      : [],
  };
}

const TYPES: ReadonlySet<unknown> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);
const MAX_DEPTH = 8;

/**
 * The output schema as clients compile it before they read the list: the types, names and descriptions of values. What
 * only narrows it is left out, as one client or the other refuses a whole list for a keyword, a pattern or a reference.
 * No member is required: of a long result only a part comes. Null where an output is no object, or the schema too long.
 */
function toOutputSchema(schema: JsonSchema | null): DeclaredOutput | null {
  if (schema?.["type"] !== "object" || JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS) return null;
  return { ...toPlainSchema(schema, 0), type: "object" };
}

function toPlainSchema(schema: unknown, depth: number): Record<string, unknown> {
  if (!isObject(schema) || depth > MAX_DEPTH) return {};
  const { type, description, properties, items } = schema;
  const members = isObject(properties)
    ? Object.entries(properties).map(([name, value]) => [name, toPlainSchema(value, depth + 1)])
    : null;
  return {
    ...(TYPES.has(type) ? { type } : {}),
    ...(typeof description === "string" ? { description } : {}),
    ...(members === null ? {} : { properties: Object.fromEntries(members) as Record<string, object> }),
    ...(isObject(items) ? { items: toPlainSchema(items, depth + 1) } : {}),
  };
}

const PAYMENT = {
  type: "string",
  description:
    "Leave out at first. The answer says what to pay; send the payment credential with the same arguments.",
};

const toSnake = (slug: string) => slug.replaceAll("-", "_");
const digest = (text: string) => sha256Hex(text).slice(0, 8);
const shorten = (name: string) =>
  name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 9)}_${digest(name)}`;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
