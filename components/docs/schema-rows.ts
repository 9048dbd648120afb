import { limitsOf } from "@/components/skill/overview/schema-fields";

export type SchemaNode = Record<string, unknown>;

/** One field of a body or an answer. A field of an object inside it is named with its path: `permissions.network`. */
export interface SchemaRow {
  name: string;
  type: string;
  /** The named schema that the type consists of, if it is one. */
  schema: string | null;
  required: boolean;
  limits: string;
  meaning: string;
}

const MAX_DEPTH = 3;
const REFERENCE = "#/components/schemas/";

/** The name of the schema a node points to. */
export function referenceOf(node: unknown): string | null {
  const target = asNode(node)["$ref"];
  return typeof target === "string" && target.startsWith(REFERENCE) ? target.slice(REFERENCE.length) : null;
}

/** The fields of an object schema in the order they are described; what is not an object has none. */
export function schemaRows(node: unknown, prefix = "", depth = 0): SchemaRow[] {
  const schema = asNode(node);
  const required = Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : [];
  return Object.entries(asNode(schema["properties"])).flatMap(([name, value]) => {
    const field = asNode(value);
    const row: SchemaRow = {
      name: prefix + name,
      ...typeOf(field),
      required: required.includes(name),
      limits: limitsOf(isNoise(field["pattern"]) ? { ...field, pattern: undefined } : field),
      meaning: typeof field["description"] === "string" ? field["description"] : "",
    };
    if (depth >= MAX_DEPTH) return [row];
    const inside = field["type"] === "array" ? asNode(field["items"]) : field;
    const mark = field["type"] === "array" ? "[]." : ".";
    return [row, ...schemaRows(inside, `${prefix}${name}${mark}`, depth + 1)];
  });
}

/** The type in words: `string | null`, `Skill[]`, `map of string`. */
export function typeOf(field: SchemaNode): Pick<SchemaRow, "type" | "schema"> {
  const reference = referenceOf(field);
  if (reference !== null) return { type: reference, schema: reference };
  const choices = [field["anyOf"], field["oneOf"], field["allOf"]].find(Array.isArray) as
    | unknown[]
    | undefined;
  if (choices) {
    const types = choices.map((choice) => typeOf(asNode(choice)));
    const type = [...new Set(types.map(({ type: name }) => name))].join(" | ");
    return { type, schema: types.find(({ schema }) => schema !== null)?.schema ?? null };
  }
  if (field["type"] === "array") {
    const { type, schema } = typeOf(asNode(field["items"]));
    return { type: type.includes(" | ") ? `(${type})[]` : `${type}[]`, schema };
  }
  if (field["type"] === "object" && typeof field["additionalProperties"] === "object") {
    const { type, schema } = typeOf(asNode(field["additionalProperties"]));
    return { type: `map of ${type}`, schema };
  }
  return { type: plainType(field), schema: null };
}

/** That a text holds no NUL and no half character says nothing to a caller who sends text. */
function isNoise(pattern: unknown): boolean {
  return typeof pattern === "string" && pattern.startsWith("^[^\\0");
}

function plainType({ type, enum: choices }: SchemaNode): string {
  if (Array.isArray(type)) return type.filter((name) => typeof name === "string").join(" | ");
  if (typeof type === "string") return type;
  return Array.isArray(choices) ? "enum" : "any";
}

export function asNode(value: unknown): SchemaNode {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as SchemaNode) : {};
}
