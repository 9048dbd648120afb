import { DomainError } from "@/lib/kernel/errors";
import { isJsonObject, readJsonText, type JsonObject } from "../contract/json-text";
import { fillDefaults, validateAgainstSchema, type SchemaIssue } from "../contract/json-schema";

const INPUT_LIMITS = { maxBytes: 100 * 1024, maxDepth: 32, interoperable: true } as const;
/** Exo SKILL.md v1.1: "20 is the limit" for an input, whatever its schema says. */
const MAX_INPUT_PROPERTIES = 20;

/**
 * The input of a call as a JSON object that the skill may be given, or INPUT_INVALID with the places; to be asked
 * before any quote and any run (Exo §2). It is checked as it was sent; `applyDefaults` adds what the schema fills in.
 *
 * Refused: more than 100 KiB, 32 levels or 20 properties, numbers and characters that would not arrive as sent,
 * properties a closed schema does not declare, and what takes too long to check. Throws SKILL_NOT_RUNNABLE when the schema itself cannot be used.
 */
export async function checkInput(input: unknown, schema: unknown): Promise<JsonObject> {
  return checkInputText(toText(input), schema);
}

/** As `checkInput`, from the text that was sent; only here can a key that stands twice be seen and refused. */
export async function checkInputText(text: string, schema: unknown): Promise<JsonObject> {
  const reading = readJsonText(text, INPUT_LIMITS);
  if (!reading.ok)
    throw invalid([{ pointer: reading.pointer ?? "", detail: `The input ${reading.reason}.` }]);
  const { value } = reading;
  if (!isJsonObject(value)) {
    throw invalid([{ pointer: "", detail: `The input is ${nameType(value)}; it must be a JSON object.` }]);
  }
  const count = Object.keys(value).length;
  if (count > MAX_INPUT_PROPERTIES) {
    const detail = `The input has ${count} properties; at most ${MAX_INPUT_PROPERTIES} are allowed.`;
    throw invalid([{ pointer: "", detail }]);
  }
  if (schema !== null && schema !== undefined) await assertMatches(schema, value);
  return value;
}

/**
 * What a skill is given for an input that was checked: the same with the defaults of its schema (USK §3-3), or the input
 * itself where there are none, or where with them it would be no valid input.
 */
export async function applyDefaults(input: JsonObject, schema: unknown): Promise<JsonObject> {
  if (schema === null || schema === undefined) return input;
  const filled = await fillDefaults(schema, input);
  if (filled === input || Object.keys(filled).length > MAX_INPUT_PROPERTIES) return input;
  return readJsonText(JSON.stringify(filled), INPUT_LIMITS).ok ? filled : input;
}

async function assertMatches(schema: unknown, value: JsonObject): Promise<void> {
  const check = await validateAgainstSchema(schema, value);
  if (check.valid) return;
  if (check.reason === "mismatch") throw invalid(check.errors);
  if (check.reason === "value_slow") throw invalid(check.errors.map(askForLess));
  throw new DomainError(
    "SKILL_NOT_RUNNABLE",
    `The input cannot be checked. ${check.errors[0]?.detail ?? ""}`,
  );
}

const askForLess = ({ pointer, detail }: SchemaIssue) => ({
  pointer,
  detail: `${detail} Send a smaller input, or split it.`,
});

const invalid = (errors: readonly SchemaIssue[]) =>
  new DomainError("INPUT_INVALID", `The input is refused. ${summarize(errors)}`, { details: { errors } });

const summarize = (errors: readonly SchemaIssue[]) =>
  errors
    .slice(0, 3)
    .map(({ pointer, detail }) => (pointer === "" ? detail : `${pointer}: ${detail}`))
    .join(" ");

function toText(input: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(input) as string | undefined;
  } catch (error) {
    throw invalid([{ pointer: "", detail: `The input is not JSON: ${String(error).slice(0, 120)}.` }]);
  }
  if (text === undefined) throw invalid([{ pointer: "", detail: "There is no input; send a JSON object." }]);
  return text;
}

const nameType = (value: unknown) =>
  value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
