import { DomainError } from "@/lib/kernel/errors";

/** A field a wallet shows, as Solana Actions describe it. */
export interface ActionParameter {
  name: string;
  label: string;
  type: "text" | "number" | "textarea" | "select";
  required: boolean;
  options?: { label: string; value: string }[];
}

type Schema = Record<string, unknown>;

const WHOLE_INPUT = "input";
/** A wallet shows no long forms; beyond this the input is given as one text of JSON. */
const MAX_FIELDS = 6;
const MAX_LABEL_CHARACTERS = 120;
const MAX_OPTIONS = 50;

/** The fields for an input schema: one for each member where all are simple, else one for the input as JSON. */
export function toParameters(schema: Schema | null): ActionParameter[] {
  const members = Object.entries(isRecord(schema?.["properties"]) ? schema["properties"] : {});
  if (schema === null) return [];
  if (members.length > MAX_FIELDS || !members.every(([, member]) => kindOf(member) !== null))
    return [{ name: WHOLE_INPUT, label: "Input as JSON", type: "textarea", required: true }];
  const required = Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : [];
  return members.map(([name, member]) => toField(name, member as Schema, required.includes(name)));
}

function toField(name: string, member: Schema, required: boolean): ActionParameter {
  const description = typeof member["description"] === "string" ? member["description"] : name;
  const label = `${name}: ${description}`.replaceAll(/\s+/g, " ").slice(0, MAX_LABEL_CHARACTERS);
  const kind = kindOf(member);
  if (kind === "choice" || kind === "boolean") {
    const values = kind === "boolean" ? ["true", "false"] : (member["enum"] as unknown[]).map(String);
    return {
      name,
      label,
      type: "select",
      required,
      options: values.map((value) => ({ label: value, value })),
    };
  }
  return { name, label, type: kind === "number" ? "number" : "text", required };
}

/**
 * The input from the texts a wallet sends. Fields that are not filled in are left out; whether the input fits is
 * decided by the skill's schema as for every call. Throws REQUEST_INVALID for JSON or numbers that are none.
 */
export function toInput(schema: Schema | null, values: Readonly<Record<string, unknown>>): unknown {
  const fields = toParameters(schema);
  if (fields.some(({ name, type }) => name === WHOLE_INPUT && type === "textarea"))
    return parseJson(textOf(values[WHOLE_INPUT]));
  const members = isRecord(schema?.["properties"]) ? schema["properties"] : {};
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined || value === null || value === ""
        ? []
        : [[name, toValue(name, members[name], value)]];
    }),
  );
}

function toValue(name: string, member: unknown, value: unknown): unknown {
  const kind = kindOf(member);
  const given = textOf(Array.isArray(value) ? (value as unknown[])[0] : value);
  if (kind === "boolean") return given === "true";
  if (kind !== "number") return given;
  const number = Number(given);
  if (Number.isFinite(number)) return number;
  throw new DomainError("REQUEST_INVALID", `${name} is not a number.`);
}

function kindOf(member: unknown): "text" | "number" | "boolean" | "choice" | null {
  if (!isRecord(member)) return null;
  const { type, enum: choices } = member;
  if (Array.isArray(choices))
    return choices.length <= MAX_OPTIONS && choices.every((each) => typeof each === "string")
      ? "choice"
      : null;
  if (type === "string") return "text";
  if (type === "number" || type === "integer") return "number";
  return type === "boolean" ? "boolean" : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DomainError("REQUEST_INVALID", "The input is not JSON.", { cause });
  }
}

/** Wallets send texts; some send numbers and truth values as they are. */
const textOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

const isRecord = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
