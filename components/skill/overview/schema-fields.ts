import { formatCount } from "@/lib/platform/i18n/format";

interface SchemaField {
  name: string;
  type: string;
  required: boolean;
  /** The default as JSON; null when there is none. */
  standard: string | null;
  /** Bounds, length, choices and pattern in a few words; "" when there are none. */
  limits: string;
  meaning: string;
}

const MAX_CHOICES = 8;

/** The top-level fields of an object schema, in the order they are declared. What is not an object has none. */
export function schemaFields(schema: Record<string, unknown> | null): SchemaField[] {
  const properties = asRecord(schema?.["properties"]);
  const required = Array.isArray(schema?.["required"]) ? (schema["required"] as unknown[]) : [];
  return Object.entries(properties).map(([name, value]) => {
    const field = asRecord(value);
    return {
      name,
      type: typeOf(field),
      required: required.includes(name),
      standard: field["default"] === undefined ? null : JSON.stringify(field["default"]),
      limits: limitsOf(field),
      meaning: typeof field["description"] === "string" ? field["description"] : "",
    };
  });
}

function typeOf(field: Record<string, unknown>): string {
  const type = field["type"];
  if (Array.isArray(type)) return type.filter((entry) => typeof entry === "string").join(" | ");
  if (type === "array") return `${typeOf(asRecord(field["items"]))}[]`;
  if (typeof type === "string") return type;
  return Array.isArray(field["enum"]) ? "enum" : "any";
}

/** Bounds, length, choices and pattern in a few words; "" when there are none. */
export function limitsOf(field: Record<string, unknown>): string {
  const choices = Array.isArray(field["enum"])
    ? field["enum"].slice(0, MAX_CHOICES).map((value) => JSON.stringify(value))
    : [];
  const rest = Array.isArray(field["enum"]) && field["enum"].length > MAX_CHOICES ? ["…"] : [];
  return [
    [...choices, ...rest].join(", "),
    range(field["minimum"], field["maximum"], ""),
    range(field["minLength"], field["maxLength"], " chars"),
    range(field["minItems"], field["maxItems"], " items"),
    typeof field["pattern"] === "string" ? `/${field["pattern"]}/` : "",
  ]
    .filter(Boolean)
    .join("; ");
}

function range(least: unknown, most: unknown, unit: string): string {
  if (typeof least === "number" && typeof most === "number") return `${digits(least)}–${digits(most)}${unit}`;
  if (typeof least === "number") return `≥ ${digits(least)}${unit}`;
  return typeof most === "number" ? `≤ ${digits(most)}${unit}` : "";
}

/** Thousands separated where it is a whole number that is exact; any other number as it is written. */
function digits(bound: number): string {
  return Number.isSafeInteger(bound) ? formatCount(bound) : String(bound);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
