import { DomainError } from "@/lib/kernel/errors";
import type { JsonSchema, SkillTool } from "@/lib/skill-format";

interface Named {
  title?: string;
  description?: string;
}

/** One thing a person is asked, in the form every client that can ask understands. */
export type QuestionField =
  | (Named & { type: "string"; enum?: string[] })
  | (Named & { type: "number" | "integer"; minimum?: number; maximum?: number })
  | (Named & { type: "boolean" });

export interface Question {
  type: "object";
  properties: Record<string, QuestionField>;
  required: string[];
}

const MAX_FIELDS = 20;
const MAX_TEXT = 500;
const MAX_OPTIONS = 50;
const TYPES = ["string", "number", "integer", "boolean"] as const;

/** One free answer, for a question that names no fields. */
export const FREE_ANSWER: Question = {
  type: "object",
  properties: { answer: { type: "string" } },
  required: ["answer"],
};

/**
 * The plain fields of a JSON Schema object as a form: a person is asked for texts, numbers and choices, never for
 * nested structures. Patterns of strangers are left out, since nobody bounds the time they take. Null when nothing
 * is left.
 */
export function toQuestion(schema: JsonSchema | null): Question | null {
  const properties = asMap(schema?.["properties"]);
  const fields = Object.entries(properties)
    .slice(0, MAX_FIELDS)
    .flatMap(([name, value]) => {
      const field = toField(asMap(value));
      return field && name !== "__proto__" ? [[name, field] as const] : [];
    });
  if (fields.length === 0) return null;
  const listed: unknown[] = Array.isArray(schema?.["required"]) ? schema["required"] : [];
  const names = new Set(fields.map(([name]) => name));
  const required = listed.filter((name): name is string => typeof name === "string" && names.has(name));
  return { type: "object", properties: Object.fromEntries(fields), required };
}

/**
 * What a collect tool asks for: the plain parameters of the skill's compute tools, or the plain fields of its
 * input schema.
 */
export function collectQuestion(tools: readonly SkillTool[], inputSchema: JsonSchema | null): Question {
  const parameters = tools.filter(({ type }) => type === "compute").flatMap((tool) => tool.parameters);
  const ofTools = {
    properties: Object.fromEntries(
      parameters.map(({ name, type, description, options }) => [
        name,
        {
          type,
          ...(description === null ? {} : { description }),
          ...(options.length > 0 ? { enum: options } : {}),
        },
      ]),
    ),
    required: [], // one tool needs what another does not
  };
  return toQuestion(inputSchema) ?? toQuestion(ofTools) ?? FREE_ANSWER;
}

const MAX_ANSWER_CHARACTERS = 20_000;

/**
 * What a person answered, of whatever a client sends: the fields that were asked for, each of its kind. Throws
 * INPUT_INVALID for a value of another kind, one that was no choice, and a required field that is missing.
 */
export function readAnswers(
  { properties, required }: Question,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const named = Object.entries(properties).flatMap(([name, field]) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) {
      if (!required.includes(name)) return [];
      throw new DomainError("INPUT_INVALID", `The answer has no "${name}".`);
    }
    if (isAnswer(field, value)) return [[name, value] as const];
    throw new DomainError("INPUT_INVALID", `The answer for "${name}" is not what was asked for.`);
  });
  return Object.fromEntries(named);
}

function isAnswer(field: QuestionField, value: unknown): boolean {
  if (field.type === "boolean") return typeof value === "boolean";
  if (field.type === "string") {
    if (typeof value !== "string" || value.length > MAX_ANSWER_CHARACTERS) return false;
    return field.enum === undefined || field.enum.includes(value);
  }
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  if (field.type === "integer" && !Number.isSafeInteger(value)) return false;
  return value >= (field.minimum ?? -Infinity) && value <= (field.maximum ?? Infinity);
}

function toField(schema: JsonSchema): QuestionField | null {
  const type = TYPES.find((each) => each === schema["type"]);
  if (type === undefined) return null;
  const [title, description] = [text(schema["title"]), text(schema["description"])];
  const named = {
    ...(title === null ? {} : { title }),
    ...(description === null ? {} : { description }),
  };
  if (type === "boolean") return { type, ...named };
  if (type === "string") {
    const options: unknown[] = Array.isArray(schema["enum"]) ? schema["enum"] : [];
    const choices = options
      .filter((option): option is string => typeof option === "string")
      .slice(0, MAX_OPTIONS);
    return { type, ...named, ...(choices.length > 0 ? { enum: choices } : {}) };
  }
  const [minimum, maximum] = [number(schema["minimum"]), number(schema["maximum"])];
  return {
    type,
    ...named,
    ...(minimum === null ? {} : { minimum }),
    ...(maximum === null ? {} : { maximum }),
  };
}

const text = (value: unknown) =>
  typeof value === "string" && value !== "" ? value.slice(0, MAX_TEXT) : null;
const number = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : null);

function asMap(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
