import { readZipFiles, SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import { memberAt, assertKnown } from "../../runner/conformance-case";
import { findDifference, show, toExpression } from "../../runner/compare";
import type { ApiAnswer } from "./send-request";

/** What a case expects of one answer; every member is optional. */
export interface AnswerExpectation {
  status?: number;
  status_in?: number[];
  /** `2xx`, or several joined by `|`. */
  status_class?: string;
  problem?: boolean;
  error_code?: string;
  body?: Record<string, unknown>;
  body_not?: Record<string, unknown>;
  has?: string[];
  /** Paths of which one is there. A list among them is a group: all of one are there, or one of each. */
  has_any?: (string | string[])[];
  lacks?: string[];
  has_text?: string[];
  has_text_any?: string[];
  lacks_text?: string[];
  headers?: Record<string, string>;
  lacks_headers?: string[];
  content_type?: string;
  content_type_starts?: string;
  item_where?: Record<string, unknown>;
  no_item?: Record<string, unknown>;
  /** Of the list of the answer, or of lists inside it by their paths. */
  length?: number | Record<string, unknown>;
  zip_has?: Record<string, string>;
  zip_has_matching?: string[];
}

/** One line for each expectation an answer does not meet. Throws a `RunnerError` for one this runner does not know. */
export function checkAnswer(answer: ApiAnswer, expected: AnswerExpectation): string[] {
  assertKnown(expected, KNOWN);
  const faults = [
    ...statusFaults(answer, expected),
    ...headerFaults(answer, expected),
    ...bodyFaults(answer, expected),
    ...textFaults(answer, expected),
    ...itemFaults(answer, expected),
    ...zipFaults(answer, expected),
  ];
  return faults.length > 0
    ? [`${faults.join("; ")} (answered ${answer.status} ${answer.text.slice(0, 200)})`]
    : [];
}

const KNOWN: readonly string[] = [
  "status",
  "status_in",
  "status_class",
  "problem",
  "error_code",
  "body",
  "body_not",
  "has",
  "has_any",
  "lacks",
  "has_text",
  "has_text_any",
  "lacks_text",
  "headers",
  "lacks_headers",
  "content_type",
  "content_type_starts",
  "item_where",
  "no_item",
  "length",
  "zip_has",
  "zip_has_matching",
] satisfies (keyof AnswerExpectation)[];

const when = (fault: boolean, line: string): string[] => (fault ? [line] : []);

function statusFaults({ status }: ApiAnswer, expected: AnswerExpectation): string[] {
  const classes = expected.status_class?.split("|");
  return [
    ...when(expected.status !== undefined && status !== expected.status, `status is not ${expected.status}`),
    ...when(expected.status_in?.includes(status) === false, `status is none of ${show(expected.status_in)}`),
    ...when(
      classes?.includes(`${Math.floor(status / 100)}xx`) === false,
      `status is not ${expected.status_class}`,
    ),
  ];
}

function headerFaults({ headers, body }: ApiAnswer, expected: AnswerExpectation): string[] {
  const type = (headers.get("content-type") ?? "").split(";", 1)[0] ?? "";
  const code = memberAt(body, "error_code");
  return [
    ...when(expected.problem === true && type !== "application/problem+json", `is no problem but ${type}`),
    ...when(expected.problem === true && typeof code !== "string", "has no error_code"),
    ...when(
      expected.error_code !== undefined && code !== expected.error_code,
      `error_code is not ${expected.error_code}`,
    ),
    ...when(expected.content_type !== undefined && type !== expected.content_type, `is ${type}`),
    ...when(
      expected.content_type_starts !== undefined && !type.startsWith(expected.content_type_starts),
      `is ${type}, not ${expected.content_type_starts}`,
    ),
    ...Object.entries(expected.headers ?? {}).flatMap(([name, value]) => {
      const difference = findDifference(value, headers.get(name), { at: `header ${name}` });
      return difference === null ? [] : [difference];
    }),
    ...(expected.lacks_headers ?? []).flatMap((name) => when(headers.has(name), `has the header ${name}`)),
  ];
}

function bodyFaults({ body }: ApiAnswer, expected: AnswerExpectation): string[] {
  const present = (path: string) => memberAt(body, path) !== undefined;
  return [
    ...memberFaults(body, expected.body),
    ...Object.entries(expected.body_not ?? {}).flatMap(([name, value]) =>
      when(
        findDifference(value, memberAt(body, name), { subset: true }) === null,
        `${name} is ${show(value)}`,
      ),
    ),
    ...(expected.has ?? []).flatMap((path) => when(!present(path), `lacks ${path}`)),
    ...when(
      expected.has_any !== undefined && !hasAny(expected.has_any, present),
      `has none of ${show(expected.has_any)}`,
    ),
    ...(expected.lacks ?? []).flatMap((path) => when(present(path), `has ${path}`)),
  ];
}

/** Members that must be equal; one that is named by a path (`versions[0].state`) stands further inside. */
function memberFaults(body: unknown, expected: AnswerExpectation["body"]): string[] {
  if (expected === undefined) return [];
  const isPath = (name: string) => /[.[]/.test(name) && memberAt(body, name) !== undefined;
  const entries = Object.entries(expected);
  const plain = Object.fromEntries(entries.filter(([name]) => !isPath(name)));
  const differences = [
    findDifference(plain, body, { subset: true }),
    ...entries
      .filter(([name]) => isPath(name))
      .map(([name, value]) => findDifference(value, memberAt(body, name), { subset: true, at: name })),
  ];
  return differences.filter((difference) => difference !== null);
}

function hasAny(paths: readonly (string | string[])[], present: (path: string) => boolean): boolean {
  const groups = paths.map((path) => [path].flat());
  return (
    groups.some((group) => group.every(present)) ||
    (paths.every(Array.isArray) && groups.every((group) => group.some(present)))
  );
}

function textFaults({ text }: ApiAnswer, expected: AnswerExpectation): string[] {
  const held = readable(text);
  const has = (part: string) => held.some((version) => version.includes(part));
  return [
    ...(expected.has_text ?? []).flatMap((part) => when(!has(part), `does not say ${show(part)}`)),
    ...when(expected.has_text_any?.some(has) === false, `says none of ${show(expected.has_text_any)}`),
    ...(expected.lacks_text ?? []).flatMap((part) => when(has(part), `says ${show(part)}`)),
  ];
}

/**
 * The raw answer, and as a person reads it: without markup between the words. The page data that the web framework
 * writes into scripts is full of the keywords null and undefined; they are its notation, not text of ours.
 */
function readable(text: string): string[] {
  const raw = text.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, (script) =>
    script.replaceAll(/\bnull\b|\$undefined\b/g, ""),
  );
  const plain = raw
    .replaceAll(/<script\b.*?<\/script>|<!--.*?-->/gs, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
  return [raw, plain];
}

function itemFaults(answer: ApiAnswer, expected: AnswerExpectation): string[] {
  const { body } = answer;
  const { item_where: wanted, no_item: unwanted, length } = expected;
  if (typeof length === "object") {
    const { length: _inside, ...others } = expected;
    const faults = Object.entries(length).flatMap(([path, count]) => {
      const list = path === "" ? body : memberAt(body, path);
      if (!Array.isArray(list)) return [`${path} is no list`];
      return findDifference(count, list.length, { at: `the length of ${path}` }) ?? [];
    });
    return [...faults, ...itemFaults(answer, others)];
  }
  if (wanted === undefined && unwanted === undefined && length === undefined) return [];
  const items = listOf(body);
  if (items === null) return ["holds no list"];
  const matches = (members: unknown) =>
    items.some((item) => findDifference(members, item, { subset: true }) === null);
  return [
    ...when(wanted !== undefined && !matches(wanted), `no item is ${show(wanted)}`),
    ...when(unwanted !== undefined && matches(unwanted), `an item is ${show(unwanted)}`),
    ...when(length !== undefined && items.length !== length, `has ${items.length} items, not ${length}`),
  ];
}

function listOf(body: unknown): unknown[] | null {
  const candidates = [body, ...["results", "skills", "items"].map((name) => memberAt(body, name))];
  return candidates.find((candidate) => Array.isArray(candidate)) ?? null;
}

function zipFaults({ bytes }: ApiAnswer, expected: AnswerExpectation): string[] {
  if (expected.zip_has === undefined && expected.zip_has_matching === undefined) return [];
  const read = readZipFiles(Buffer.from(bytes), SKILL_ARCHIVE_LIMITS);
  if (!read.ok) return [`is no archive: ${read.issue.message}`];
  // A package may stand in one directory of its name.
  const files = new Map(
    read.files.flatMap(({ path, bytes: content }) => {
      const text = new TextDecoder().decode(content);
      return [path, path.slice(path.indexOf("/") + 1)].map((name) => [name, text] as const);
    }),
  );
  return [
    ...Object.entries(expected.zip_has ?? {}).flatMap(([path, text]) =>
      when(files.get(path) !== text, `holds ${show(files.get(path))} as ${path}`),
    ),
    ...(expected.zip_has_matching ?? []).flatMap((pattern) =>
      when(![...files.keys()].some((path) => toExpression(pattern).test(path)), `holds no ${pattern}`),
    ),
  ];
}
