import { parentPort } from "node:worker_threads";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";
import { ownThread } from "../../kernel/threads/thread-time.ts";

// The program of the thread that compiles and applies schemas of strangers (`SchemaThread`). Its memory is bounded by
// who starts it, and its time by who asks. Node runs this file as it is, or what the build made of it.

/**
 * To the thread: a schema to compile, or with a value one to check by it; with `fill`, the defaults of the schema are
 * put into the value before. `schema` and `value` are JSON texts, so that an own key `__proto__` arrives as one.
 */
export interface SchemaQuestion {
  readonly draft: "draft-07" | "2020-12";
  readonly schema: string;
  readonly value: string | null;
  readonly fill: boolean;
}

/** One error as ajv tells it, cut to what is needed. */
export interface SchemaError {
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
  /** Each value as JSON text. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly found: string;
}

/** From the thread: "unusable" when the schema does not compile, or refers to itself without end. */
export type SchemaAnswer =
  | { readonly kind: "unusable"; readonly reason: string }
  | {
      readonly kind: "checked";
      readonly errors: readonly SchemaError[];
      /** The value with its defaults as JSON text, where they were asked for and it matches with them. */
      readonly filled?: string;
    };

const MAX_COMPILED = 64;
const MAX_ERRORS = 20;
/** Defaults of a list's items grow with the list: no input is allowed to be this long. */
const MAX_FILLED_CHARACTERS = 1024 * 1024;

const compiled = new LRUCache<string, ValidateFunction>({ max: MAX_COMPILED });

/** In place of the regular expressions of JavaScript, some of which take exponential time. */
const linear = Object.assign(
  (pattern: string) => {
    const expression = RE2JS.compile(RE2JS.translateRegExp(pattern));
    // ajv keys patterns by their text form; without it all patterns of a schema would be the first one.
    return { test: (text: string) => expression.matcher(text).find(), toString: () => `re2:${pattern}` };
  },
  { code: "re2" },
);

function compile({ draft, schema, fill }: SchemaQuestion): ValidateFunction {
  const key = draft + String(fill) + schema;
  const check = compiled.get(key) ?? newCheck({ draft, schema, fill });
  compiled.set(key, check);
  return check;
}

function newCheck({ draft, schema, fill }: Omit<SchemaQuestion, "value">): ValidateFunction {
  const Checker = draft === "2020-12" ? Ajv2020 : Ajv;
  // ownProperties: "constructor" and its like are not there just because every object inherits them.
  const ajv = new Checker({
    allErrors: true,
    verbose: true,
    strict: false,
    ownProperties: true,
    logger: false,
    code: { regExp: linear },
    useDefaults: fill,
  });
  addFormats(ajv);
  return ajv.compile(JSON.parse(schema) as object);
}

const nameType = (data: unknown) => (data === null ? "null" : Array.isArray(data) ? "array" : typeof data);

function describe({ instancePath, keyword, message, params, data }: ErrorObject): SchemaError {
  const texts = Object.entries(params).map(
    ([name, value]) => [name, (JSON.stringify(value) as string | undefined)?.slice(0, 300)] as const,
  );
  return {
    pointer: instancePath.slice(0, 500),
    keyword,
    message: (message ?? "").slice(0, 300),
    params: Object.fromEntries(texts),
    found: nameType(data),
  };
}

function answer(question: SchemaQuestion): SchemaAnswer {
  try {
    const check = compile(question);
    if (question.value === null) return { kind: "checked", errors: [] };
    const data: unknown = JSON.parse(question.value);
    const matches = check(data);
    const errors = matches ? [] : (check.errors ?? []).slice(0, MAX_ERRORS).map(describe);
    check.errors = null;
    const filled = matches && question.fill ? JSON.stringify(data) : undefined;
    return filled === undefined || filled.length > MAX_FILLED_CHARACTERS
      ? { kind: "checked", errors }
      : { kind: "checked", errors, filled };
  } catch (error) {
    return { kind: "unusable", reason: String(error instanceof Error ? error.message : error).slice(0, 500) };
  }
}

parentPort?.on("message", (question: SchemaQuestion) => parentPort?.postMessage(answer(question), []));
parentPort?.postMessage({ thread: ownThread() }, []);
