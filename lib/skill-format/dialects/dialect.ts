import { alikeFinder } from "../values/look-alikes";
import * as constants from "../constants";
import type { Findings, Severity } from "../issues/issue";
import type { IssueCode } from "../issues/issue-codes";
import type { SkillView } from "../skill-reading";
import { type CheckProfile, CONVERSION_TARGETS } from "../types";
import { countCharacters } from "../values/measure-text";
import { toPackagePath } from "../values/relative-path";
import { isSemVer } from "../values/versions";
import { type MapNode, quote, type YamlNode } from "../yaml/node";

/**
 * What a field must be.
 *
 * - `written`: any scalar, as it stands, which is how the reference implementation of Agent Skills reads
 * - `texts`: a list of texts; `tags`: the same, and a text is split at its commas
 * - `tools`: a text; a list is a warning, and its entries are used
 * - `mapping`: with any keys; `group`: with those keys alone that have a row below it
 * - `any`: its tests say all
 */
export type Kind =
  | "text"
  | "written"
  | "number"
  | "boolean"
  | "texts"
  | "tags"
  | "tools"
  | "list"
  | "mapping"
  | "group"
  | "any";

/** Where a row looks. */
export interface Place {
  readonly path: string;
  /** Undefined where the field is missing or null. */
  readonly node: YamlNode | undefined;
  readonly parent: MapNode;
  readonly view: SkillView;
}

/** One thing a document asks of a value. */
export interface Test {
  readonly code: IssueCode;
  /** `error` if left out. */
  readonly severity?: Severity;
  /** What is wrong, in words; null where nothing is. `text` is the value as text, trimmed; "" for a list or mapping. */
  readonly fault: (text: string, at: Place) => string | null;
}

/** One field of a document: all that a program, and a page of docs/dialects, need to know of it. */
export interface Row {
  /** Key path in the front matter, or in the mapping the table is for. A row counts only where its parent is a mapping. */
  readonly path: string;
  readonly kind: Kind;
  /** Left out it is the error FIELD_REQUIRED. */
  readonly required?: boolean;
  /** Left out it is another finding, or one only sometimes. */
  readonly missing?: Test;
  /** Severity of a value of another kind; `error` if left out. */
  readonly otherKind?: Severity;
  /** What the kind is called in messages, where its own name is not enough. */
  readonly expected?: string;
  /** A number, boolean or date without quotes is a text without a word. */
  readonly quiet?: boolean;
  /** Asked of a value of the right kind. */
  readonly tests?: readonly Test[];
  /** Asked of each text of a list. */
  readonly each?: readonly Test[];
  /** What it is for, where other documents have a field of another name for the same: a difference is remarked on. */
  readonly means?: "entry point" | "input schema" | "output schema";
  /** What the document asks for, as docs/dialects says it. */
  readonly rule: string;
  /** Kind in docs/dialects, where it is another one. */
  readonly shown?: "text" | "boolean";
}

/** What no row can say: looks at a view and reports what breaks the rule. */
export type Check = (view: SkillView, findings: Findings) => void;

/** A document as a table. */
export interface DialectTable {
  readonly id: CheckProfile;
  /** Shown to people, with the version of the document. */
  readonly title: string;
  /** By the section of the document that names the field, in its order; rows without a dot are its top-level keys. */
  readonly sections: Readonly<Record<string, readonly Row[]>>;
  readonly checks: readonly Check[];
  /** Keys that no other document has, at least with this meaning: one of them shows that a skill is written in this one. */
  readonly signs?: readonly string[];
  /** Whether anything else shows it. */
  readonly isShown?: (view: SkillView) => boolean;
  /** Keys of other documents and unknown ones are an error, not a remark. */
  readonly closed?: boolean;
  /** A byte order mark is an error, not a warning. */
  readonly refusesByteOrderMark?: boolean;
}

/** A test as a table names it: one by its name, perhaps as a lighter one, or a form; without `matches` nothing passes. */
type TestData =
  | string
  | { readonly test: string; readonly severity: Severity }
  | (Omit<Test, "fault"> & { readonly matches?: string; readonly says: string });

/** A row of `dialects/NAME.json`. In its texts `{values}` stands for its values, and `{NAME}` for a constant. */
type RowData = Omit<Row, "missing" | "tests" | "each"> & {
  readonly missing?: TestData;
  /** How many characters, each by the name of a constant. */
  readonly min?: keyof typeof constants;
  readonly max?: keyof typeof constants;
  /** The words that are allowed, or the name of their constant. */
  readonly values?: readonly string[] | keyof typeof constants;
  readonly tests?: readonly TestData[];
  readonly each?: readonly TestData[];
};

type TableData = Omit<DialectTable, "id" | "sections" | "checks" | "isShown"> & {
  /** Severity of a value of another kind in the fields that may be left out. */
  readonly otherKind?: Severity;
  readonly sections: Readonly<Record<string, readonly RowData[]>>;
};

/** The tests of a document, by the names its table has for them. */
export type Tests = Readonly<Record<string, Test>>;

const WORDS: Readonly<Record<string, unknown>> = { ...constants, CONVERSION_TARGETS };

const inCode = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(", ");

/** Reads the table of a document out of its file. Throws where that names a test or a constant that is not there. */
export function readTable(
  id: CheckProfile,
  data: unknown,
  tests: Tests,
  own: Pick<DialectTable, "checks" | "isShown">,
): DialectTable {
  const { otherKind, sections, ...table } = data as TableData;
  const rows = (list: readonly RowData[]) => readRows(list, tests, otherKind);
  return {
    id,
    ...table,
    ...own,
    sections: Object.fromEntries(Object.entries(sections).map(([name, list]) => [name, rows(list)])),
  };
}

/** Reads rows out of a file, as `readTable` does. */
export function readRows(data: unknown, tests: Tests, otherKind: Severity = "error"): Row[] {
  return (data as readonly RowData[]).map(({ missing, min, max, values, tests: own = [], each, ...row }) => {
    const words = typeof values === "string" ? (WORDS[values] as readonly string[]) : values;
    const kind = row.otherKind ?? (row.required ? "error" : otherKind);
    const fill = (text: string) =>
      text.replace(/\{(values|[A-Z_]+)\}/g, (_, name: string) => {
        const value = name === "values" ? words : WORDS[name];
        if (value === undefined) throw new Error(`${row.path} names ${name}, which is not there`);
        return Array.isArray(value) ? inCode(value as string[]) : `${value as number}`;
      });
    const read = (test: TestData) => readTest(test, tests, fill);
    return {
      ...row,
      otherKind: kind,
      rule: fill(row.rule),
      ...(row.expected === undefined ? {} : { expected: fill(row.expected) }),
      ...(missing === undefined ? {} : { missing: read(missing) }),
      ...(each === undefined ? {} : { each: each.map(read) }),
      tests: [
        ...(min === undefined ? [] : [atLeast(WORDS[min] as number)]),
        ...(max === undefined ? [] : [atMost(WORDS[max] as number)]),
        ...(words === undefined ? [] : [oneOf(words, kind)]),
        ...own.map(read),
      ],
    };
  });
}

function readTest(data: TestData, tests: Tests, fill: (text: string) => string): Test {
  if (typeof data !== "string" && "says" in data) {
    const { matches, says, ...test } = data;
    const message = fill(says);
    if (matches === undefined) return { ...test, fault: () => message };
    const pattern = new RegExp(matches);
    return { ...test, fault: (text) => (pattern.test(text) ? null : `${quote(text)} ${message}`) };
  }
  const name = typeof data === "string" ? data : data.test;
  const test = tests[name] ?? SHARED[name];
  if (test === undefined) throw new Error(`no test is called ${name}`);
  return typeof data === "string" ? test : { ...test, severity: data.severity };
}

/** The form of a text, by a function that knows it: `"x" is not …`. */
export function form(has: (text: string) => boolean, fault: string, more: Partial<Test> = {}): Test {
  return {
    code: "FIELD_FORMAT",
    ...more,
    fault: (text) => (has(text) ? null : `${quote(text)} ${fault}`),
  };
}

/** One of some words; case counts. */
const oneOf = (values: readonly string[], severity: Severity): Test =>
  form((text) => values.includes(text), `is not one of ${values.join(", ")}`, {
    code: "FIELD_ENUM",
    severity,
  });

/** Characters of a text without outer blanks. */
const atLeast = (min: number): Test => ({
  code: "FIELD_TOO_SHORT",
  fault: (text) => countedFault(text, (length) => length >= min, `at least ${min}`),
});

const atMost = (max: number): Test => ({
  code: "FIELD_TOO_LONG",
  fault: (text) => countedFault(text, (length) => length <= max, `at most ${max}`),
});

function countedFault(text: string, isInside: (length: number) => boolean, limit: string): string | null {
  const length = countCharacters(text);
  return isInside(length) ? null : `${length} characters; ${limit}`;
}

/** A name of digits alone, or beginning with one, is fine. */
export function isKebabCase(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

/** A file that is named and not there; one that looks equal is named too. */
export function notInPackage(path: string, findAlike: (path: string) => string | undefined): string {
  const missing = `${quote(path)} is not in the package`;
  const alike = findAlike(path);
  return alike === undefined ? missing : `${missing}; ${quote(alike)} is`;
}

const WHEN_WORDS =
  /\b(when|whenever|use|used|uses|using|if|for|before|after|while)\b|[当當]|时|時|使用|用于|用於|适用|需要|とき|場合|使う|때|경우|사용|필요/i;

/** Tests that several documents ask for. */
const SHARED: Tests = {
  semver: form(isSemVer, "is not a semantic version such as 1.0.0"),
  "kebab-case": form(
    isKebabCase,
    "is not kebab-case: lower-case a-z, digits and single hyphens between them",
  ),
  /** The identifier equals the name of the directory, where that is known. */
  directory: {
    code: "NAME_DIR_MISMATCH",
    fault: (name, { view: { dir = name } }) =>
      name === dir ? null : `${quote(name)} differs from the directory ${quote(dir)}`,
  },
  /** No program can decide whether a description says when to use the skill: a hint, no more. */
  "says-when": {
    code: "DESCRIPTION_WEAK",
    severity: "warning",
    fault: (text) => (WHEN_WORDS.test(text) ? null : "does not seem to say when to use the skill"),
  },
  "safe-path": form(
    (text) => toPackagePath(text) !== null,
    'is not a path inside the package: relative, without ".." or backslashes',
    { code: "PATH_UNSAFE" },
  ),
  "in-package": {
    code: "FILE_NOT_FOUND",
    fault: (text, { view }) => {
      const path = toPackagePath(text);
      return path === null || view.files.has(path)
        ? null
        : notInPackage(
            path,
            alikeFinder(() => view.files.keys()),
          );
    },
  },
};
