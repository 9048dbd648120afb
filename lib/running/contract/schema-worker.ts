import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

// Packages must be found from a bundle in dist/, from Next's output and from a test alike: first from this module,
// then from the directory the process runs in.
function packageLocator(): (name: string) => string {
  const starts = [import.meta.url, pathToFileURL(path.join(process.cwd(), "package.json")).href];
  return (name) => {
    for (const start of starts) {
      try {
        return createRequire(start).resolve(name);
      } catch {
        // Not from here.
      }
    }
    throw new Error(`The package ${name} is not installed.`);
  };
}

/**
 * To the worker: a schema to compile, or with a value one to check by it; with `fill`, the defaults of the schema are
 * put into the value before. `schema` and `value` are JSON texts, so that an
 * own key `__proto__` arrives as one.
 */
export interface SchemaQuestion {
  readonly id: number;
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
  readonly params: Readonly<Record<string, string>>;
  readonly found: string;
}

/** From the worker: "unusable" when the schema does not compile, or refers to itself without end. */
export type SchemaAnswer =
  | { readonly id: number; readonly kind: "unusable"; readonly reason: string }
  | {
      readonly id: number;
      readonly kind: "checked";
      readonly errors: readonly SchemaError[];
      /** The value with its defaults as JSON text, where they were asked for and it matches with them. */
      readonly filled?: string;
    };

/**
 * A thread that compiles and applies schemas of strangers. It is a source text and not a file, because bundlers
 * move files; it loads the packages by their full paths. `re2js` replaces the regular expressions of JavaScript,
 * some of which take exponential time; the thread's memory is bounded, and its time by whoever asks.
 */
export function startSchemaWorker(): Worker {
  const locate = packageLocator();
  return new Worker(SOURCE, {
    eval: true,
    env: {},
    execArgv: [],
    workerData: {
      ajv: locate("ajv"),
      ajv2020: locate("ajv/dist/2020"),
      formats: locate("ajv-formats"),
      re2: locate("re2js"),
    },
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
}

const SOURCE = `
"use strict";
const { readlinkSync } = require("node:fs");
const { basename } = require("node:path");
const { parentPort, workerData } = require("node:worker_threads");
const Ajv = require(workerData.ajv).default;
const Ajv2020 = require(workerData.ajv2020).default;
const addFormats = require(workerData.formats).default;
const { RE2JS } = require(workerData.re2);

const COMPILED_KEPT = 64;
const ERRORS_KEPT = 20;
// Defaults of a list's items grow with the list: no input is allowed to be this long.
const FILLED_MAX_CHARACTERS = 1024 * 1024;
const compiled = new Map();

function linear(pattern) {
  const expression = RE2JS.compile(RE2JS.translateRegExp(pattern));
  // ajv keys patterns by their text form; without it all patterns of a schema would be the first one.
  return { test: (text) => expression.matcher(text).find(), toString: () => "re2:" + pattern };
}
linear.code = "re2";

function compile(draft, text, fill) {
  const key = draft + fill + text;
  let check = compiled.get(key);
  if (!check) {
    const Checker = draft === "2020-12" ? Ajv2020 : Ajv;
    // ownProperties: "constructor" and its like are not there just because every object inherits them.
    const ajv = new Checker({
      allErrors: true, verbose: true, strict: false, ownProperties: true, logger: false, code: { regExp: linear },
      useDefaults: fill,
    });
    addFormats(ajv);
    check = ajv.compile(JSON.parse(text));
  }
  compiled.delete(key);
  compiled.set(key, check);
  if (compiled.size > COMPILED_KEPT) compiled.delete(compiled.keys().next().value);
  return check;
}

const nameType = (data) => (data === null ? "null" : Array.isArray(data) ? "array" : typeof data);

function describe(error) {
  const params = {};
  for (const [name, value] of Object.entries(error.params)) {
    params[name] = JSON.stringify(value)?.slice(0, 300);
  }
  return {
    pointer: error.instancePath.slice(0, 500),
    keyword: error.keyword,
    message: (error.message ?? "").slice(0, 300),
    params,
    found: nameType(error.data),
  };
}

parentPort.on("message", ({ id, draft, schema, value, fill }) => {
  let check;
  try {
    check = compile(draft, schema, fill);
  } catch (error) {
    parentPort.postMessage({ id, kind: "unusable", reason: String(error && error.message).slice(0, 500) });
    return;
  }
  let errors = [];
  let filled;
  try {
    const data = value === null ? null : JSON.parse(value);
    if (value !== null && !check(data)) errors = check.errors.slice(0, ERRORS_KEPT).map(describe);
    else if (value !== null && fill) filled = JSON.stringify(data);
    if (filled && filled.length > FILLED_MAX_CHARACTERS) filled = undefined;
  } catch (error) {
    parentPort.postMessage({ id, kind: "unusable", reason: String(error && error.message).slice(0, 500) });
    return;
  }
  check.errors = null;
  parentPort.postMessage({ id, kind: "checked", errors, filled });
});

// As ownThread of lib/kernel/threads, which no text can import.
function ownThread() {
  try {
    return Number(basename(readlinkSync("/proc/thread-self")));
  } catch {
    return null;
  }
}
parentPort.postMessage({ thread: ownThread() });
`;
