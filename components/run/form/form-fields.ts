/** One control of the run form, made from one property of the skill's input schema, or a group or list of such. */
export interface FormField {
  name: string;
  kind: "text" | "multiline" | "number" | "integer" | "choice" | "boolean" | "json" | "group" | "list";
  title: string | null;
  hint: string | null;
  required: boolean;
  /** Shown beside the label: `string`, `integer`, `JSON` where any value will do. */
  typeNote: string;
  options: string[];
  defaultText: string;
  /** The schema's default; what groups and lists begin with. */
  defaultValue: unknown;
  min: number | null;
  max: number | null;
  maxLength: number | null;
  /** Of a required text or list: whether the schema lets it be empty. */
  mayBeEmpty: boolean;
  /** Of a group: its members, required ones first. */
  fields: FormField[];
  /** Of a list: what each item is; it has no name. */
  item: FormField | null;
}

const LONG_TEXT = 120;
/** Of the whole form: a larger one is written as JSON from where it ends. */
const MAX_FIELDS = 40;
const MAX_DEPTH = 3;
/** Of one list: a longer one is written as JSON. */
export const MAX_ITEMS = 50;

type Schema = Record<string, unknown>;

interface Budget {
  left: number;
}

/**
 * The form for a JSON Schema object: one field per property, required ones first. They stand in the order of
 * `required`, which is the author's own; the names of an object lose theirs in the database. Objects with declared
 * members become groups and arrays of one kind of item lists, down to three levels; what is deeper or freer is written
 * as JSON.
 */
export function formFields(inputSchema: Schema | null): FormField[] {
  return membersOf(asSchema(inputSchema), MAX_DEPTH, { left: MAX_FIELDS });
}

function membersOf(schema: Schema, depth: number, budget: Budget): FormField[] {
  const properties = asSchema(schema["properties"]);
  const listed: unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const required = listed.filter(
    (name): name is string => typeof name === "string" && Object.hasOwn(properties, name),
  );
  const fields: FormField[] = [];
  for (const name of new Set([...required, ...Object.keys(properties)])) {
    if (budget.left <= 0) break;
    budget.left--;
    fields.push(
      toField(name, asSchema(properties[name]), { required: required.includes(name), depth, budget }),
    );
  }
  return fields;
}

interface Place {
  required: boolean;
  depth: number;
  budget: Budget;
}

function toField(name: string, schema: Schema, { required, depth, budget }: Place): FormField {
  const options = choicesOf(schema);
  const { kind, fields, item } =
    options.length > 0 ? plain("choice") : (structureOf(schema, depth - 1, budget) ?? plain(kindOf(schema)));
  return {
    name,
    kind,
    title: text(schema["title"]),
    hint: text(schema["description"]),
    required,
    typeNote: typeof schema["type"] === "string" ? schema["type"] : "JSON",
    options,
    defaultText: toText(schema["default"], kind),
    defaultValue: schema["default"] ?? null,
    min: number(schema["minimum"]),
    max: number(schema["maximum"]),
    maxLength: number(schema["maxLength"]),
    mayBeEmpty: !number(schema["minLength"]) && !number(schema["minItems"]),
    fields,
    item,
  };
}

type Structure = Pick<FormField, "kind" | "fields" | "item">;

const plain = (kind: FormField["kind"]): Structure => ({ kind, fields: [], item: null });

/** A group or a list; null for what is neither, or what has no room or declaration for one. */
function structureOf(schema: Schema, depth: number, budget: Budget): Structure | null {
  if (depth <= 0 || budget.left <= 0) return null;
  if (schema["type"] === "object") {
    const fields = membersOf(schema, depth, budget);
    return fields.length === 0 ? null : { kind: "group", fields, item: null };
  }
  const items = schema["items"];
  if (schema["type"] !== "array" || typeof items !== "object" || items === null || Array.isArray(items))
    return null;
  const byDefault = schema["default"];
  if (Array.isArray(byDefault) && byDefault.length > MAX_ITEMS) return null;
  const item = toField("", asSchema(items), { required: true, depth, budget });
  return item.typeNote === "JSON" && item.options.length === 0 ? null : { kind: "list", fields: [], item };
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
  if (value === undefined || value === null || kind === "group" || kind === "list") return "";
  if (kind === "json") return JSON.stringify(value, null, 2);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function asSchema(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}

const text = (value: unknown) => (typeof value === "string" && value.trim() ? value.trim() : null);
const number = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : null);
