import { HANDLERS_FILE, TOOLS_FILE } from "../dialects/vibelife";
import { isRecord } from "../json-schema/check-schema";
import { readCompanionText, readCompanionYaml } from "../skill-reading";
import type { JsonSchema, SkillFiles } from "../types";
import { nodeAt, toPlain } from "../yaml/node";
import { readHandlers } from "./read-handlers";

export const TOOL_TYPES = ["collect", "compute", "display"] as const;
type ToolType = (typeof TOOL_TYPES)[number];

interface ToolParameter {
  name: string;
  /** As written: `string`, `object` …; a word JSON Schema does not know allows anything. */
  type: string;
  required: boolean;
  description: string | null;
  options: (string | number)[];
}

/** One tool of `tools/tools.yaml`, as a model may be shown it. */
export interface SkillTool {
  name: string;
  type: ToolType;
  description: string;
  whenToCall: string;
  cardType: string | null;
  parameters: ToolParameter[];
  /** `tools/handlers.py` registers a function for it. */
  handled: boolean;
}

const MAX_TOOLS = 30;
const MAX_PARAMETERS = 20;
const MAX_TEXT_CHARACTERS = 1024;
const MAX_OPTIONS = 50;
/** What every client of a tool protocol takes as a tool's name. */
const TOOL_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const PARAMETER_NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;

/**
 * The tools of a VibeLife package (V9 section 4) that can be offered to a model; none for a package that has no
 * readable `tools/tools.yaml`. What is malformed is left out, as the dialect's report names it; of two tools with one
 * name the first counts. Handlers are found by reading `tools/handlers.py`, which is never run for it.
 */
export function readSkillTools(files: SkillFiles): SkillTool[] {
  const map = readCompanionYaml(files, TOOLS_FILE)?.map;
  const listed = map && nodeAt(map, "tools");
  if (listed?.kind !== "list") return [];
  const handled = handledTools(files);
  const tools = new Map<string, SkillTool>();
  for (const item of listed.items) {
    const tool = toTool(toPlain(item), handled);
    if (tool && !tools.has(tool.name) && tools.size < MAX_TOOLS) tools.set(tool.name, tool);
  }
  return [...tools.values()];
}

/** The JSON Schema of a tool's arguments: closed, as the contract of calls asks. */
export function toolArgumentsSchema({ parameters }: Pick<SkillTool, "parameters">): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, toProperty(parameter)])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
    maxProperties: MAX_PARAMETERS,
  };
}

/**
 * The same as a model is shown it. What a handler reads (V9 section 5: arguments, then profile) is not asked for again:
 * a model that must bring each argument would never come to the profile.
 */
export function offeredArgumentsSchema(tool: Pick<SkillTool, "parameters" | "handled">): JsonSchema {
  if (!tool.handled) return toolArgumentsSchema(tool);
  const parameters = tool.parameters.map((parameter) =>
    parameter.required ? { ...parameter, description: neededText(parameter) } : parameter,
  );
  return { ...toolArgumentsSchema({ parameters }), required: [] };
}

const neededText = ({ description }: ToolParameter) =>
  [description, "Needed; if left out, it is read from the saved profile."].filter(Boolean).join(" ");

/** The input of a version whose only way in is its tools: `{"tool_call": {"tool": …, "args": …}}`. */
export function toolCallSchema(tools: readonly SkillTool[]): JsonSchema {
  const names = tools.filter(({ handled }) => handled).map(({ name }) => name);
  const toolCall = {
    type: "object",
    description: "One call of one of the skill's tools.",
    properties: {
      tool: { type: "string", enum: names, description: "Which tool." },
      args: { type: "object", description: "Its arguments, as tools/tools.yaml declares them." },
      profile: { type: "object", description: "What is known of the person; the arguments come first." },
    },
    required: ["tool", "args"],
    additionalProperties: false,
  };
  return {
    type: "object",
    properties: { tool_call: toolCall },
    required: ["tool_call"],
    additionalProperties: false,
    maxProperties: 1,
  };
}

/** The input of a call of one tool as a form asks for it, with the tool's own parameters in place of free arguments. */
export function toolFormSchema(tool: SkillTool): JsonSchema {
  const args = offeredArgumentsSchema(tool);
  const toolCall = {
    type: "object",
    properties: {
      tool: { type: "string", enum: [tool.name], default: tool.name },
      args: { ...args, ...(tool.parameters.length === 0 ? { default: {} } : {}) },
    },
    required: ["tool", "args"],
  };
  return { type: "object", properties: { tool_call: toolCall }, required: ["tool_call"] };
}

function handledTools(files: SkillFiles): ReadonlySet<string> {
  const source = readCompanionText(files, HANDLERS_FILE)?.text;
  const reading = source === undefined ? null : readHandlers(source);
  return new Set(reading?.ok ? reading.handlers.map(({ tool }) => tool) : []);
}

function toTool(value: unknown, handled: ReadonlySet<string>): SkillTool | null {
  const { name, type, description, when_to_call: whenToCall, card_type: cardType, parameters } = asMap(value);
  if (typeof name !== "string" || !TOOL_NAME.test(name)) return null;
  const known = TOOL_TYPES.find((each) => each === type);
  if (known === undefined) return null;
  const list: unknown[] = Array.isArray(parameters) ? parameters : [];
  return {
    name,
    type: known,
    description: asText(description),
    whenToCall: asText(whenToCall),
    cardType: asText(cardType) || null,
    parameters: list.slice(0, MAX_PARAMETERS).flatMap(toParameter),
    handled: handled.has(name),
  };
}

function toParameter(value: unknown): ToolParameter[] {
  const { name, type, required, description, enum: options } = asMap(value);
  if (typeof name !== "string" || !PARAMETER_NAME.test(name) || name === "__proto__") return [];
  const listed: unknown[] = Array.isArray(options) ? options : [];
  return [
    {
      name,
      type: asText(type),
      required: required === true,
      description: asText(description) || null,
      options: listed
        .filter((each) => typeof each === "string" || typeof each === "number")
        .slice(0, MAX_OPTIONS),
    },
  ];
}

const SCHEMA_TYPES = ["string", "integer", "number", "boolean", "object", "array"];

/** What Python calls them. */
const PYTHON_TYPES: ReadonlyMap<string, string> = new Map([
  ["str", "string"],
  ["int", "integer"],
  ["float", "number"],
  ["bool", "boolean"],
  ["dict", "object"],
  ["list", "array"],
]);

function toProperty({ type, description, options }: ToolParameter): JsonSchema {
  const word = type.toLowerCase();
  const known = SCHEMA_TYPES.find((name) => name === (PYTHON_TYPES.get(word) ?? word));
  return {
    ...(known === undefined ? {} : { type: known }),
    ...(description === null ? {} : { description }),
    ...(options.length > 0 ? { enum: options } : {}),
  };
}

const asText = (value: unknown) =>
  typeof value === "string" ? value.trim().slice(0, MAX_TEXT_CHARACTERS) : "";

const asMap = (value: unknown) => (isRecord(value) ? value : {});
