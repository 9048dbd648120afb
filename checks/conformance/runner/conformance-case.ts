import { findDifference } from "./compare";

/** One black-box case: what goes in, what must come out, and which requirement says so. */
export interface ConformanceCase {
  id: string;
  title: string;
  group: string;
  /** What is tested; one adapter per kind. */
  kind: string;
  requirements: string[];
  basis: "explicit" | "derived" | "judgement" | "upstream";
  ambiguity?: string;
  input: Record<string, unknown>;
  expect: Record<string, unknown>;
  why?: string;
}

/** Connects the product to the cases of one kind. */
export interface Adapter {
  kind: string;
  /** Runs a case; gives one line for each expectation that is not met, none when it passes. */
  check: (testCase: ConformanceCase) => readonly string[] | Promise<readonly string[]>;
  /** Called once before the first case of the kind, for adapters that need a server or a database. */
  start?: () => Promise<void>;
  /** Called once after the last case. */
  stop?: () => Promise<void>;
}

/** The runner does not understand a case. Nothing is known of the product by it: it neither passed nor failed. */
export class RunnerError extends Error {}

/** Throws a `RunnerError` that names the members nobody knows: what is not understood must not pass unseen. */
export function assertKnown(members: unknown, known: readonly string[], what = "expectation"): void {
  const unknown = Object.keys(members ?? {}).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new RunnerError(`does not know the ${what} ${unknown.join(", ")}`);
}

/** Compares what a case expects with the facts its kind knows, all of them or those named. [] when they agree. */
export function compareFacts(
  expected: Readonly<Record<string, unknown>>,
  facts: Readonly<Record<string, unknown>>,
  known: readonly string[] = Object.keys(facts),
): string[] {
  assertKnown(expected, known);
  const difference = findDifference(expected, facts, { subset: true });
  return difference === null ? [] : [difference];
}

/**
 * The files of a case: a value is text, `{ base64 }` raw bytes, `{ repeat, times }` generated text. A path that ends
 * with a slash is a directory, which is no file.
 */
export function readFiles(value: unknown): Map<string, string | Uint8Array> {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>);
  return new Map(
    entries.filter(([path]) => !path.endsWith("/")).map(([path, content]) => [path, readContent(content)]),
  );
}

/** One text of a case, in any of the three forms. */
export function readContent(content: unknown): string | Uint8Array {
  const { base64 } = (content ?? {}) as { base64?: unknown };
  return typeof base64 === "string" ? Buffer.from(base64, "base64") : String(expandText(content));
}

/** Replaces `{ repeat, times }` by the text it stands for, anywhere in a value. */
export function expandText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expandText);
  if (typeof value !== "object" || value === null) return value;
  const { repeat, times } = value as { repeat?: unknown; times?: unknown };
  if (typeof repeat === "string" && typeof times === "number") return repeat.repeat(times);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expandText(member)]));
}

/** The member at a dotted path with brackets, such as `runtime.imageDigest` or `examples[0].name`. */
export function memberAt(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split(/\.|\[(\d+)\]/).filter((part) => part !== undefined && part !== "")) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}
