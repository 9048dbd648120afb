import type { Findings, Severity } from "../issues/issue";
import type { IssueCode } from "../issues/issue-codes";
import type { CheckProfile } from "../types";
import type { SkillView } from "../skill-reading";
import type { MapNode, YamlNode } from "../yaml/node";

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
  readonly required?: true;
  /** Left out it is another finding, or one only sometimes. */
  readonly missing?: Test;
  /** Severity of a value of another kind; `error` if left out. */
  readonly otherKind?: Severity;
  /** What the kind is called in messages, where its own name is not enough. */
  readonly expected?: string;
  /** A number, boolean or date without quotes is a text without a word. */
  readonly quiet?: true;
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

/** A field that may be left out. */
export function may(path: string, kind: Kind, rule: string, ...tests: readonly Test[]): Row {
  return { path, kind, rule, tests };
}

/** A field that must be there. */
export function must(path: string, kind: Kind, rule: string, ...tests: readonly Test[]): Row {
  return { path, kind, rule, tests, required: true };
}

/** Fields of another kind are a warning: the document demands nothing of them. */
export function lenient(...rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => ({ ...row, otherKind: "warning" }));
}
