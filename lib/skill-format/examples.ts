import {
  EXAMPLE_DESCRIPTION_MAX,
  EXAMPLE_NAME_MAX,
  EXAMPLES_AFTER_SIZE_CUT,
  EXAMPLES_MAX,
  EXAMPLES_MAX_BYTES,
} from "./constants";
import { EMPTY_ENTRY, type Finding, Findings, type Severity } from "./issues/issue";
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

/**
 * The examples that are shown (USK, examples): first the cut to 10 entries, then, when their compact JSON is
 * larger than 20,480 bytes, the cut to 5. Entries without `input` or `output` are reported and left out; an over-long
 * text or an input that does not match the schema is reported and the entry stays. Anything but a list is reported
 * and gives no examples.
 */
export function cutExamples(list: unknown, inputSchema?: JsonSchema): ExamplesCut {
  const findings = new Findings();
  const cut: ExamplesCut = { kept: [], examples: [], issues: findings.list };
  if (!Array.isArray(list)) {
    findings.warning("FIELD_TYPE", "examples", "must be a list");
    return cut;
  }
  const patterns = new PatternWork();
  cutToSize(list, findings).forEach((entry, index) => {
    const example = readExample(entry, `examples[${index}]`, findings);
    if (example === null) return;
    if (inputSchema !== undefined) {
      const result = matchSchema(inputSchema, example.input, patterns);
      if (result.state === "mismatch") {
        const { path, message } = result.mismatch;
        const where = `${path || "the input"} ${message} by input_schema`;
        findings.warning("EXAMPLE_MISMATCH", `examples[${index}].input`, where);
      }
    }
    cut.kept.push(index);
    cut.examples.push(example);
  });
  return cut;
}

function cutToSize(list: readonly unknown[], findings: Findings): readonly unknown[] {
  const say = (severity: Severity, message: string) =>
    findings.add(severity, "EXAMPLES_TRUNCATED", "examples", message);
  const firstTen = list.slice(0, EXAMPLES_MAX);
  if (list.length > EXAMPLES_MAX) say("info", `${list.length} examples; the first ${EXAMPLES_MAX} are kept`);
  if (jsonBytes(firstTen) <= EXAMPLES_MAX_BYTES) return firstTen;
  const firstFive = firstTen.slice(0, EXAMPLES_AFTER_SIZE_CUT);
  if (firstFive.length < firstTen.length)
    say("info", `more than ${EXAMPLES_MAX_BYTES} bytes; the first ${EXAMPLES_AFTER_SIZE_CUT} are kept`);
  const bytes = jsonBytes(firstFive);
  if (bytes > EXAMPLES_MAX_BYTES)
    say("warning", `${bytes} bytes of examples; at most ${EXAMPLES_MAX_BYTES} are advised`);
  return firstFive;
}

const jsonBytes = (list: readonly unknown[]) => Buffer.byteLength(JSON.stringify(list));

function readExample(entry: unknown, path: string, findings: Findings): SkillExample | null {
  if (!isRecord(entry)) {
    findings.warning("EXAMPLE_INCOMPLETE", path, "must be a mapping with input and output");
    return null;
  }
  const missing = ["input", "output"].filter((key) => !Object.hasOwn(entry, key));
  for (const key of missing) findings.warning("EXAMPLE_INCOMPLETE", `${path}.${key}`, "is required");
  if (missing.length > 0) return null;
  const example: SkillExample = { input: entry["input"], output: entry["output"] };
  const name = readText(entry["name"], `${path}.name`, EXAMPLE_NAME_MAX, findings);
  const description = readText(
    entry["description"],
    `${path}.description`,
    EXAMPLE_DESCRIPTION_MAX,
    findings,
  );
  if (name !== undefined) example.name = name;
  if (description !== undefined) example.description = description;
  const tags = readTags(entry["tags"], `${path}.tags`, findings);
  if (tags !== undefined) example.tags = tags;
  return example;
}

function readText(value: unknown, path: string, max: number, findings: Findings): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") {
    findings.warning("FIELD_TYPE", path, "must be a text");
    return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  }
  const length = countCharacters(value);
  if (length > max) findings.warning("FIELD_TOO_LONG", path, `${length} characters; at most ${max}`);
  return value.trim();
}

function readTags(value: unknown, path: string, findings: Findings): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) {
    findings.warning("FIELD_TYPE", path, "must be a list of texts");
    return undefined;
  }
  return value.flatMap((tag: unknown, index) => {
    if (typeof tag !== "string") findings.warning("FIELD_TYPE", `${path}[${index}]`, "must be a text");
    else if (tag.trim() === "") findings.warning("FIELD_REQUIRED", `${path}[${index}]`, EMPTY_ENTRY);
    else return tag.trim();
    return [];
  });
}
