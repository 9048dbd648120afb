import { explainDisguise, explainAlikeWords } from "../values/look-alikes";
import type { IssueCode } from "./issue-codes";
import type { CheckProfile } from "../types";

export type { IssueCode } from "./issue-codes";

export type Severity = "error" | "warning" | "info";

/** What a check finds, before the dialect it was made for is known. */
export interface Finding {
  severity: Severity;
  code: IssueCode;
  /**
   * Front matter key path (`pricing.price_lamports`, `examples[0].output`), `frontmatter` for the block as a
   * whole, `body`, or a package path (`evolution.json#preferences`, `tools/tools.yaml#tools[0].type`).
   */
  path: string;
  message: string;
  /** Line of the file, from 1. */
  line?: number;
}

/** Something that stands on a line of the checked file; on line 0 when it stands in another file. */
interface Placed {
  readonly line: number;
}

/** Where checks leave what they find, in its order. */
export class Findings {
  constructor(
    readonly list: Finding[] = [],
    private readonly prefix = "",
  ) {}

  error(code: IssueCode, path: string, message: string, where?: Placed): void {
    this.add("error", code, path, message, where);
  }

  warning(code: IssueCode, path: string, message: string, where?: Placed): void {
    this.add("warning", code, path, message, where);
  }

  info(code: IssueCode, path: string, message: string, where?: Placed): void {
    this.add("info", code, path, message, where);
  }

  add(severity: Severity, code: IssueCode, path: string, message: string, where?: Placed): void {
    const line = where === undefined || where.line === 0 ? {} : { line: where.line };
    this.list.push({ severity, code, path: this.prefix + path, message, ...line });
  }

  /** The same list; paths begin with the prefix. */
  within(prefix: string): Findings {
    return new Findings(this.list, this.prefix + prefix);
  }
}

/** Of an entry of a list that must hold texts. */
export const EMPTY_ENTRY = "is empty; write a text, or leave the entry out";

export interface Issue extends Finding {
  /** `package` for the rules of every upload, `sandbox` for what calls need. */
  dialect: CheckProfile | "package" | "sandbox";
}

/** The verdict of one dialect; `valid` means no error among `issues`. */
export interface Report {
  dialect: CheckProfile;
  valid: boolean;
  issues: Issue[];
  /** How many rules of the dialect had no error and no warning; absent in reports that were kept without a count. */
  passed?: number;
}

/** More issues than this are counted, not listed: a hostile file must not make a report nobody can load. */
const MAX_ISSUES = 1000;

/** Builds the report of one dialect out of its findings; errors come before what is cut off. */
export function toReport(dialect: CheckProfile, findings: readonly Finding[], passed?: number): Report {
  const valid = findings.every(({ severity }) => severity !== "error");
  const issues = cutToLimit(findings).map((finding): Issue => ({ dialect, ...storable(told(finding)) }));
  return { dialect, valid, issues, ...(passed === undefined ? {} : { passed }) };
}

/** Two words of a message that look equal are told apart; the key that it is about is one of its words. */
function told(finding: Finding): Finding {
  const { code, path } = finding;
  const message = explainAlikeWords(finding.message, path.split("."));
  if (message !== finding.message) return { ...finding, message };
  const [, word] = ((code === "FIELD_FORMAT" || code === "FIELD_ENUM") && /"([^"]*)"/.exec(message)) || [];
  const disguise = word === undefined ? null : explainDisguise(word);
  return disguise === null ? finding : { ...finding, message: `${message}; ${disguise}` };
}

/** A message that quotes a text may have cut a character pair in two, which no database keeps. */
function storable(finding: Finding): Finding {
  const { path, message } = finding;
  if (path.isWellFormed() && message.isWellFormed()) return finding;
  return { ...finding, path: path.toWellFormed(), message: message.toWellFormed() };
}

function cutToLimit(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MAX_ISSUES) return findings;
  const bySeverity = (["error", "warning", "info"] as const).flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );
  const rest = findings.length - MAX_ISSUES;
  const message = `${rest} more issues are not listed`;
  return [
    ...bySeverity.slice(0, MAX_ISSUES),
    { severity: "info", code: "ISSUES_TRUNCATED", path: "frontmatter", message },
  ];
}
