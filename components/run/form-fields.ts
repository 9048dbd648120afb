/** One control of the run form, made from one property of the skill's input schema. */
export interface FormField {
  name: string;
  kind: "text" | "multiline" | "number" | "integer" | "choice" | "boolean" | "json";
  title: string | null;
  hint: string | null;
  required: boolean;
  /** Shown beside the label: `string`, `integer`, `JSON` where any value will do. */
  typeNote: string;
  options: string[];
  defaultText: string;
  min: number | null;
  max: number | null;
  maxLength: number | null;
}

const LONG_TEXT = 120;
const MAX_FIELDS = 40;

type Schema = Record<string, unknown>;

/**
 * The form for a JSON Schema object: one field per property, required ones first. They stand in the order of `required`,
 * which is the author's own; the names of an object lose theirs in the database.
 */
export function formFields(inputSchema: Schema | null): FormField[] {
  const properties = asSchema(inputSchema?.["properties"]);
  const listed: unknown[] = Array.isArray(inputSchema?.["required"]) ? inputSchema["required"] : [];
  const required = listed.filter((name): name is string => typeof name === "string" && name in properties);
  const names = new Set([...required, ...Object.keys(properties)]);
  return [...names]
    .slice(0, MAX_FIELDS)
    .map((name) => toField(name, asSchema(properties[name]), required.includes(name)));
}

function toField(name: string, schema: Schema, required: boolean): FormField {
  const options = choicesOf(schema);
  const kind = options.length > 0 ? "choice" : kindOf(schema);
  return {
    name,
    kind,
    title: text(schema["title"]),
    hint: text(schema["description"]),
    required,
    typeNote: typeof schema["type"] === "string" ? schema["type"] : "JSON",
    options,
    defaultText: toText(schema["default"], kind),
    min: number(schema["minimum"]),
    max: number(schema["maximum"]),
    maxLength: number(schema["maxLength"]),
  };
}

function kindOf(schema: Schema): FormField["kind"] {
  const type = Array.isArray(schema["type"]) ? "mixed" : schema["type"];
  if (type === "integer" || type === "number" || type === "boolean") return type;
  if (type !== "string") return "json";
  const maxLength = number(schema["maxLength"]);
  return maxLength !== null && maxLength <= LONG_TEXT ? "text" : "multiline";
}

function choicesOf(schema: Schema): string[] {
  const values = schema["enum"];
  if (!Array.isArray(values) || values.some((value) => typeof value !== "string")) return [];
  return values.filter((value): value is string => typeof value === "string");
}

/** How a JSON value is written into the control of a field. */
export function toText(value: unknown, kind: FormField["kind"]): string {
  if (value === undefined || value === null) return "";
  if (kind === "json") return JSON.stringify(value, null, 2);
  return typeof value === "string" ? value : JSON.stringify(value);
}

export type CollectedInput = { ok: true; input: Record<string, unknown> } | { ok: false; field: string };

/**
 * Reads the controls back into the call's input. An empty optional control is left out; a control that cannot be read
 * as its type is named. Everything else is for the schema to judge.
 */
export function collectInput(
  fields: readonly FormField[],
  read: (name: string) => string | null,
): CollectedInput {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const raw = read(field.name);
    if (field.kind === "boolean") {
      if (raw !== null || field.required) input[field.name] = raw !== null;
      continue;
    }
    if (raw === null || raw === "") {
      if (field.required && (field.kind === "text" || field.kind === "multiline")) input[field.name] = "";
      else if (field.required) return { ok: false, field: field.name };
      continue;
    }
    const value = parse(raw, field.kind);
    if (value === undefined) return { ok: false, field: field.name };
    input[field.name] = value;
  }
  return { ok: true, input };
}

function parse(raw: string, kind: FormField["kind"]): unknown {
  if (kind === "number" || kind === "integer") {
    const value = Number(raw.replaceAll(/[\s,_]/g, ""));
    return Number.isFinite(value) ? value : undefined;
  }
  if (kind !== "json") return raw;
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    return undefined;
  }
}

function asSchema(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}

const text = (value: unknown) => (typeof value === "string" && value.trim() ? value.trim() : null);
const number = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : null);
