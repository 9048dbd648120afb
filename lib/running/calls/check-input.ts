import { toArguments } from "@/lib/conversion/command-arguments";
import { DomainError } from "@/lib/kernel/errors";
import type { RunnableVersion } from "@/lib/running/calls/runnable-repository";
import { decideMissing, listMissing, findToolCall, TOOL_CALL } from "@/lib/running/calls/tool-call";
import { fillDefaults, validateAgainstSchema, type SchemaIssue } from "@/lib/running/contract/json-schema";
import { isJsonObject, readJsonText, type JsonObject } from "@/lib/running/contract/json-text";
import { toolArgumentsSchema, toolCallSchema, type SkillTool } from "@/lib/skill-format";

const INPUT_LIMITS = { maxBytes: 100 * 1024, maxDepth: 32, interoperable: true } as const;
/** Exo SKILL.md v1.1: "20 is the limit" for an input, whatever its schema says. */
const MAX_INPUT_PROPERTIES = 20;

/**
 * The input of a call as a JSON object that the skill may be given, or INPUT_INVALID with the places; to be asked
 * before any quote and any run (Exo §2). It is checked as it was sent; `applyDefaults` adds what the schema fills in.
 *
 * Refused: more than 100 KiB, 32 levels or 20 properties, numbers and characters that would not arrive as sent,
 * properties a closed schema does not declare, a member named `__proto__` whatever the schema says, and what takes too
 * long to check. Throws SKILL_NOT_RUNNABLE when the schema itself cannot be used.
 */
export async function acceptInput(input: unknown, schema: unknown): Promise<JsonObject> {
  const reading = readJsonText(toText(input), INPUT_LIMITS);
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
  const pointer = findPrototypeMember(value, "");
  if (pointer === null) return value;
  throw invalid([{ pointer, detail: 'A property may not be named "__proto__".' }]);
}

/**
 * What a skill is given for an input that was checked: the same with the defaults of its schema (USK §3-3), or the
 * input itself where there are none, or where with them it would be no valid input.
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

/**
 * A member named `__proto__` would be lost on its way through storage, and the skill be run on another input than the one
 * that was quoted. The depth is bounded by now.
 */
function findPrototypeMember(value: unknown, pointer: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  if (Object.hasOwn(value, "__proto__")) return `${pointer}/__proto__`;
  for (const [key, member] of Object.entries(value)) {
    const found = findPrototypeMember(member, `${pointer}/${escapeForPointer(key)}`);
    if (found !== null) return found;
  }
  return null;
}

const escapeForPointer = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");

type CallableVersion = Pick<RunnableVersion, "inputSchema" | "callPattern" | "tools" | "priceLamports">;

/**
 * The input of a call, checked by what the version declares: its input schema, or, for `{"tool_call": …}` to a skill
 * with tools of its own, by the tool's parameters. A required argument that is left out is decided by `decideMissing`,
 * as VibeLife V9 section 5 orders them: arguments, then profile, then the action that collects. Throws INPUT_INVALID
 * with the places (and `action` where one collects what is missing) and SKILL_NOT_RUNNABLE.
 */
export async function acceptCall(
  input: unknown,
  { inputSchema, callPattern, tools, priceLamports }: CallableVersion,
): Promise<JsonObject> {
  if (tools.length === 0 || !namesTool(input)) {
    const given = await acceptInput(input, inputSchema);
    if (callPattern === "args") toArguments(await applyDefaults(given, inputSchema)); // refuses what is no option
    return given;
  }
  const accepted = await acceptInput(input, toolCallSchema(tools));
  const call = findToolCall({ tools }, accepted);
  const tool = tools.find(({ name }) => name === call?.tool);
  if (!call || !tool) throw new DomainError("INPUT_INVALID", "The input names no tool of this skill.");
  const missing = listMissing(tool, call);
  const isOpen = decideMissing({ missing, profile: call.profile, isPriced: priceLamports > 0n }) === "run";
  if (missing.length > 0 && !isOpen) throw refused(missing, tools);
  await acceptInput(call.args, { ...toolArgumentsSchema(tool), required: [] });
  return accepted;
}

const namesTool = (input: unknown) =>
  typeof input === "object" && input !== null && Object.keys(input).join() === TOOL_CALL;

function refused(missing: readonly string[], tools: readonly SkillTool[]): DomainError {
  const action = tools.find(({ type }) => type === "collect")?.name;
  const next = action === undefined ? "" : ` Ask for it first: ${action}.`;
  const errors = missing.map((name) => ({
    pointer: `/${TOOL_CALL}/args`,
    detail: `The property "${name}" is missing, and the profile does not have it.${next}`,
  }));
  return new DomainError("INPUT_INVALID", `The input is refused. ${errors[0]?.detail ?? ""}`, {
    details: { errors, ...(action === undefined ? {} : { action }) },
  });
}
