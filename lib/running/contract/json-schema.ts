import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { FairSlots } from "@/lib/kernel/threads/fair-slots";
import { threadCount } from "@/lib/kernel/threads/thread-pool";
import { whoAsks } from "@/lib/kernel/threads/who-asks";
import type { JsonObject } from "@/lib/running/contract/json-text";
import { SchemaThread, type SchemaVerdict } from "@/lib/running/contract/schema-thread";
import type { SchemaError } from "@/lib/running/contract/schema-program";

export interface SchemaIssue {
  /** JSON Pointer to the place in the value; empty for the whole. */
  readonly pointer: string;
  readonly detail: string;
}

type SchemaCheck =
  | { readonly valid: true }
  | {
      readonly valid: false;
      /** `schema_unusable` is the schema's fault; `value_slow` says only that this value takes too long to check. */
      readonly reason: "mismatch" | "schema_unusable" | "value_slow";
      readonly errors: readonly SchemaIssue[];
    };

const TIMES = { startMs: 15_000, compileMs: 1_000, validateMs: 250 };
const VERDICTS_KEPT = 1_000;
const SLOW_SCHEMA_MS = 60_000;

interface Pool {
  threads: readonly SchemaThread[];
  seats: FairSlots<SchemaThread>;
}

let pool: Pool | undefined;
/**
 * Digests of schemas that took too long to compile. They are not tried again for a minute: they would do it again and
 * hold up others; but not for ever, as it may have been the machine that was slow. Values that take too long to
 * check are held against nobody but who sent them (`FairSlots`).
 */
const slowSchemas = new LRUCache<string, true>({ max: VERDICTS_KEPT, ttl: SLOW_SCHEMA_MS });
/** Digests of schemas that have compiled: the same text does so again. */
const usableSchemas = new LRUCache<string, true>({ max: VERDICTS_KEPT });

/**
 * Checks a JSON value against a schema of a stranger (draft-07, or 2020-12 by `$schema`), never on this thread and
 * never longer than a second to compile and a quarter of one to check, of the checking thread's own processor time.
 * Formats are checked; defaults are left to `fillDefaults`; properties every object inherits do not count. At most 20
 * errors are told.
 */
export async function validateAgainstSchema(schema: unknown, value: unknown): Promise<SchemaCheck> {
  const reading = readSchema(schema);
  if (!reading.ok) return unusable(`The schema ${reading.reason}.`);
  const text = value === undefined ? undefined : toJson(value);
  if (text === undefined)
    return { valid: false, reason: "mismatch", errors: [root("The value is not JSON.")] };
  return toCheck(await ask({ draft: reading.draft, schema: reading.text, value: text, fill: false }));
}

/**
 * The value with the defaults of its schema in place of what it leaves out (`default` of properties and items; inside
 * `anyOf`, `oneOf`, `not` and `if` it has no effect), under the bounds of `validateAgainstSchema`. The value itself
 * where that cannot be done: with defaults it would not match, would be longer than a mebibyte, or takes too long.
 */
export async function fillDefaults(schema: unknown, value: JsonObject): Promise<JsonObject> {
  const reading = readSchema(schema);
  if (!reading.ok || !reading.text.includes('"default"')) return value;
  const text = JSON.stringify(value);
  const verdict = await ask({ draft: reading.draft, schema: reading.text, value: text, fill: true });
  return verdict.kind === "checked" && verdict.filled !== undefined
    ? (JSON.parse(verdict.filled) as JsonObject)
    : value;
}

/** Whether a schema can be used at all: valid itself, within bounds and quick enough to compile. */
export async function checkSchema(schema: unknown): Promise<SchemaCheck> {
  const reading = readSchema(schema);
  if (!reading.ok) return unusable(`The schema ${reading.reason}.`);
  const digest = digestOf(reading.text);
  if (usableSchemas.has(digest)) return { valid: true };
  const check = toCheck(await ask({ draft: reading.draft, schema: reading.text, value: null, fill: false }));
  if (check.valid) usableSchemas.set(digest, true);
  return check;
}

/** Ends the threads, for a quiet shutdown; the next check starts others. */
export async function closeSchemaThread(): Promise<void> {
  const closing = pool?.threads ?? [];
  pool = undefined;
  await Promise.all(closing.map((thread) => thread.close()));
}

function openPool(): Pool {
  const threads = Array.from({ length: threadCount() }, () => new SchemaThread(TIMES));
  return { threads, seats: new FairSlots(threads) };
}

async function ask(question: Parameters<SchemaThread["ask"]>[0]): Promise<SchemaVerdict> {
  const digest = digestOf(question.schema);
  if (slowSchemas.has(digest)) return { kind: "schema_slow" };
  pool ??= openPool();
  const verdict = await pool.seats.use(whoAsks(), (thread) => thread.ask(question));
  if (verdict.kind === "schema_slow") slowSchemas.set(digest, true);
  return verdict;
}

const digestOf = (text: string) => hash("sha256", text, "base64");

function toCheck(verdict: SchemaVerdict): SchemaCheck {
  switch (verdict.kind) {
    case "unusable":
      return unusable(`The schema cannot be used: ${verdict.reason}.`);
    case "schema_slow":
      return SCHEMA_SLOW;
    case "value_slow":
      return VALUE_SLOW;
    case "checked":
      return verdict.errors.length === 0
        ? { valid: true }
        : { valid: false, reason: "mismatch", errors: verdict.errors.map(describeError) };
  }
}

const root = (detail: string): SchemaIssue => ({ pointer: "", detail });
const unusable = (detail: string): SchemaCheck => ({
  valid: false,
  reason: "schema_unusable",
  errors: [root(detail)],
});
const SCHEMA_SLOW = unusable(`The schema takes longer than ${TIMES.compileMs} ms to compile.`);
const VALUE_SLOW: SchemaCheck = {
  valid: false,
  reason: "value_slow",
  errors: [root(`Checking it against the schema takes longer than ${TIMES.validateMs} ms.`)],
};

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // A cycle, a bigint or a depth beyond the stack.
    return undefined;
  }
}

/** How much or how long the value must be, by keyword and the number it gives. */
const BOUNDS: Readonly<Record<string, (limit: string) => string>> = {
  minLength: (limit) => `At least ${counted(limit, "character")}.`,
  maxLength: (limit) => `At most ${counted(limit, "character")}.`,
  minItems: (limit) => `At least ${counted(limit, "item")}.`,
  maxItems: (limit) => `At most ${counted(limit, "item")}.`,
  minimum: (limit) => `At least ${limit}.`,
  maximum: (limit) => `At most ${limit}.`,
  exclusiveMinimum: (limit) => `More than ${limit}.`,
  exclusiveMaximum: (limit) => `Less than ${limit}.`,
};

const counted = (limit: string, unit: string) => `${limit} ${unit}${limit === "1" ? "" : "s"}`;

/** ajv's error in words that say what was found and what is allowed. */
function describeError({ pointer, keyword, message, params, found }: SchemaError): SchemaIssue {
  switch (keyword) {
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = params["additionalProperty"] ?? params["unevaluatedProperty"] ?? "";
      return { pointer, detail: `The property ${name} is not declared.` };
    }
    case "required":
      return { pointer, detail: `The property ${params["missingProperty"] ?? ""} is missing.` };
    case "type":
      return { pointer, detail: `Found ${found}; allowed: ${params["type"] ?? ""}.` };
    case "enum":
      return { pointer, detail: `Allowed values: ${params["allowedValues"] ?? ""}.` };
    case "const":
      return { pointer, detail: `The only allowed value: ${params["allowedValue"] ?? ""}.` };
    default:
      return { pointer, detail: BOUNDS[keyword]?.(params["limit"] ?? "") ?? `It ${message}.` };
  }
}

const MAX_SCHEMA_BYTES = 64 * 1024;
const MAX_SCHEMA_DEPTH = 64;

/** JSON Schema drafts that can be checked. A schema without `$schema` is read as draft-07 (USK v1.0). */
type SchemaDraft = "draft-07" | "2020-12";

type SchemaReading =
  | { readonly ok: true; readonly draft: SchemaDraft; readonly text: string }
  | { readonly ok: false; readonly reason: string };

const DRAFTS: ReadonlyMap<string, SchemaDraft> = new Map([
  ["json-schema.org/draft-07/schema", "draft-07"],
  ["json-schema.org/draft/2020-12/schema", "2020-12"],
]);

/**
 * Whether a schema may be compiled at all: its size, depth and draft, and references only within itself, so that
 * checking never reaches for another document. `reason` completes a sentence that begins "The schema".
 */
function readSchema(schema: unknown): SchemaReading {
  const fault = findDeepFault(schema);
  if (fault !== null) return { ok: false, reason: fault };
  const text = JSON.stringify(schema) as string | undefined;
  const sizeBytes = Buffer.byteLength(text ?? "");
  if (text === undefined || (!text.startsWith("{") && typeof schema !== "boolean")) {
    return { ok: false, reason: "is neither an object nor true or false" };
  }
  if (sizeBytes > MAX_SCHEMA_BYTES) {
    return { ok: false, reason: `has ${sizeBytes} bytes; at most ${MAX_SCHEMA_BYTES} are allowed` };
  }
  return readDraft(schema, text);
}

function readDraft(schema: unknown, text: string): SchemaReading {
  const named =
    typeof schema === "object" && schema !== null && "$schema" in schema ? schema.$schema : undefined;
  if (named === undefined) return { ok: true, draft: "draft-07", text };
  const draft =
    typeof named === "string" ? DRAFTS.get(named.replace(/^https?:\/\//, "").replace(/#$/, "")) : undefined;
  if (draft) return { ok: true, draft, text };
  return { ok: false, reason: `names the draft ${shorten(named)}; draft-07 and 2020-12 are supported` };
}

// What stands under these is data, where "$ref" means nothing.
const DATA_KEYWORDS = new Set(["const", "enum", "default", "examples"]);
const REFERENCES = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);

// With a stack of its own: the schema may be nested deeper than ours.
function findDeepFault(schema: unknown): string | null {
  const rest: { value: unknown; depth: number; data: boolean }[] = [{ value: schema, depth: 1, data: false }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, depth, data } = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth > MAX_SCHEMA_DEPTH) return `is nested deeper than ${MAX_SCHEMA_DEPTH} levels`;
    for (const [key, child] of Object.entries(value)) {
      if (!data && REFERENCES.has(key) && typeof child === "string" && !child.startsWith("#")) {
        return `refers to ${shorten(child)}; only references within the schema ("#…") are allowed`;
      }
      rest.push({ value: child, depth: depth + 1, data: data || DATA_KEYWORDS.has(key) });
    }
  }
  return null;
}

const shorten = (value: unknown) => JSON.stringify(value)?.slice(0, 100) ?? typeof value;
