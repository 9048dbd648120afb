import {
  EXAMPLE_DESCRIPTION_MAX,
  EXAMPLE_NAME_MAX,
  EXAMPLES_AFTER_SIZE_CUT,
  EXAMPLES_MAX,
  EXAMPLES_MAX_BYTES,
} from "./constants";
import { EMPTY_ENTRY, type Finding, type Severity } from "./issues/issue";
import type { IssueCode } from "./issues/issue-codes";
import { isRecord } from "./json-schema/check-schema";
import { matchSchema } from "./json-schema/match-schema";
import { PatternWork } from "./json-schema/pattern-work";
import { countCharacters } from "./values/measure-text";
import type { JsonSchema, SkillExample } from "./types";

interface ExamplesCut {
  /** Indexes of the entries that are exposed. */
  kept: number[];
  examples: SkillExample[];
  issues: Finding[];
}

const encoder = new TextEncoder();

/**
 * The examples that are shown (USK, examples): first the cut to 10 entries, then, when their compact JSON is
 * larger than 20,480 bytes, the cut to 5. Entries without `input` or `output` are reported and left out; an over-long
 * text or an input that does not match the schema is reported and the entry stays. Anything but a list is reported
 * and gives no examples.
 */
export function cutExamples(list: unknown, inputSchema?: JsonSchema): ExamplesCut {
  const issues: Finding[] = [];
  if (!Array.isArray(list)) {
    issues.push(finding("FIELD_TYPE", "examples", "must be a list"));
    return { kept: [], examples: [], issues };
  }
  const candidates = cutToSize(list, issues);
  const kept: number[] = [];
  const examples: SkillExample[] = [];
  const patterns = new PatternWork();
  candidates.forEach((entry, index) => {
    const example = readExample(entry, index, issues);
    if (example === null) return;
    checkInput(example, index, { schema: inputSchema, patterns }, issues);
    kept.push(index);
    examples.push(example);
  });
  return { kept, examples, issues };
}

function cutToSize(list: readonly unknown[], issues: Finding[]): readonly unknown[] {
  const firstTen = list.slice(0, EXAMPLES_MAX);
  if (list.length > EXAMPLES_MAX) {
    issues.push(truncated("info", `${list.length} examples; the first ${EXAMPLES_MAX} are kept`));
  }
  if (jsonBytes(firstTen) <= EXAMPLES_MAX_BYTES) return firstTen;
  const firstFive = firstTen.slice(0, EXAMPLES_AFTER_SIZE_CUT);
  if (firstFive.length < firstTen.length) {
    issues.push(
      truncated(
        "info",
        `more than ${EXAMPLES_MAX_BYTES} bytes; the first ${EXAMPLES_AFTER_SIZE_CUT} are kept`,
      ),
    );
  }
  const bytes = jsonBytes(firstFive);
  if (bytes > EXAMPLES_MAX_BYTES) {
    issues.push(
      truncated("warning", `${bytes} bytes of examples; at most ${EXAMPLES_MAX_BYTES} are advised`),
    );
  }
  return firstFive;
}

function readExample(entry: unknown, index: number, issues: Finding[]): SkillExample | null {
  const path = `examples[${index}]`;
  if (!isRecord(entry)) {
    issues.push(finding("EXAMPLE_INCOMPLETE", path, "must be a mapping with input and output"));
    return null;
  }
  const missing = ["input", "output"].filter((key) => !Object.hasOwn(entry, key));
  for (const key of missing) issues.push(finding("EXAMPLE_INCOMPLETE", `${path}.${key}`, "is required"));
  if (missing.length > 0) return null;
  const example: SkillExample = { input: entry["input"], output: entry["output"] };
  const name = readText(entry["name"], `${path}.name`, EXAMPLE_NAME_MAX, issues);
  const description = readText(entry["description"], `${path}.description`, EXAMPLE_DESCRIPTION_MAX, issues);
  if (name !== undefined) example.name = name;
  if (description !== undefined) example.description = description;
  const tags = readTags(entry["tags"], `${path}.tags`, issues);
  if (tags !== undefined) example.tags = tags;
  return example;
}

function readText(value: unknown, path: string, max: number, issues: Finding[]): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") {
    issues.push(finding("FIELD_TYPE", path, "must be a text"));
    return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  }
  const length = countCharacters(value);
  if (length > max) issues.push(finding("FIELD_TOO_LONG", path, `${length} characters; at most ${max}`));
  return value.trim();
}

function readTags(value: unknown, path: string, issues: Finding[]): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) {
    issues.push(finding("FIELD_TYPE", path, "must be a list of texts"));
    return undefined;
  }
  return value.flatMap((tag: unknown, index) => {
    if (typeof tag === "string" && tag.trim() !== "") return tag.trim();
    const [code, message] =
      typeof tag === "string"
        ? (["FIELD_REQUIRED", EMPTY_ENTRY] as const)
        : (["FIELD_TYPE", "must be a text"] as const);
    issues.push(finding(code, `${path}[${index}]`, message));
    return [];
  });
}

function checkInput(
  example: SkillExample,
  index: number,
  { schema, patterns }: { schema: JsonSchema | undefined; patterns: PatternWork },
  issues: Finding[],
): void {
  if (schema === undefined) return;
  const result = matchSchema(schema, example.input, patterns);
  if (result.state !== "mismatch") return;
  const { path, message } = result.mismatch;
  const where = path === "" ? "the input" : path;
  issues.push(finding("EXAMPLE_MISMATCH", `examples[${index}].input`, `${where} ${message} by input_schema`));
}

function jsonBytes(list: readonly unknown[]): number {
  return encoder.encode(JSON.stringify(list)).length;
}

function truncated(severity: Severity, message: string): Finding {
  return { severity, code: "EXAMPLES_TRUNCATED", path: "examples", message };
}

function finding(code: IssueCode, path: string, message: string): Finding {
  return { severity: "warning", code, path, message };
}
