import type { Issue } from "../issues/issue";
import type { IssueCode } from "../issues/issue-codes";
import type { MapNode } from "../yaml/node";
import type { LineEdit } from "./apply-edits";

/** What a fix does, one file each. */
export const FIX_KINDS = [
  "byte-order-mark",
  "quote-text",
  "plain-number",
  "plain-boolean",
  "kebab-name",
  "snake-capability",
  "semantic-version",
  "open-world-hint",
  "close-schema",
  "default-field",
  "quote-colon",
] as const;
export type FixKind = (typeof FIX_KINDS)[number];

/** A change of SKILL.md that clears what is said about one path and changes nothing else. */
export interface Fix {
  /** Kind and path: the same text gives the same ids. */
  readonly id: string;
  readonly kind: FixKind;
  readonly code: IssueCode;
  readonly path: string;
  readonly edits: readonly LineEdit[];
}

/** SKILL.md as the fixes see it. */
export interface FixSource {
  /** Lines without their ends; the first is `lines[0]`. */
  readonly lines: readonly string[];
  /** Null when the block cannot be read. */
  readonly frontMatter: MapNode | null;
  /** Errors, warnings and the remark on a short version, of every dialect. */
  readonly issues: readonly Issue[];
}

/** Proposes fixes; whether one keeps its promise is proven afterwards, by checking the changed text. */
export type FixFinder = (source: FixSource) => Fix[];

/** A fix of one line. */
export function lineFix(
  kind: FixKind,
  { code, path }: Pick<Issue, "code" | "path">,
  edit: { line: number; from: string; to: string },
): Fix {
  const { line, from, to } = edit;
  return { id: `${kind}:${path}`, kind, code, path, edits: [{ line, removed: [from], added: [to] }] };
}

/** The issues of one code, each path once. */
export function issuesWith(source: FixSource, codes: readonly IssueCode[]): Issue[] {
  const byPath = new Map<string, Issue>();
  for (const issue of source.issues)
    if (codes.includes(issue.code) && !byPath.has(issue.path)) byPath.set(issue.path, issue);
  return [...byPath.values()];
}
