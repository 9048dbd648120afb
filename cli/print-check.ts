import {
  describeFields,
  dialectTitle,
  type CheckProfile,
  type Issue,
  type Report,
  type Severity,
} from "@/lib/skill-format";
import { checkCalls, type CallCheck } from "@/lib/running/call-check";
import { readRunFacts } from "@/lib/running/run-facts";
import type { FormatVerdict } from "@/lib/vetting/judge-format";
import type { Output } from "./command";
import { judgeOpened, printReasons } from "./judge-opened";
import type { OpenedSkill } from "./open-skills";
import { printJson, printLine } from "./print";

/** How a verdict is reached and shown. */
export interface CheckSettings {
  dialects: readonly CheckProfile[];
  strict: boolean;
  quiet: boolean;
  verbose: boolean;
  /** More than one skill is expected, so each is introduced by its path. */
  named: boolean;
}

/** Prints the verdict on a skill; gives whether it is valid. */
export type CheckPrinter = (
  skill: OpenedSkill,
  settings: CheckSettings,
  output: Output,
) => boolean | Promise<boolean>;

/** The formats of `emporion validate`. */
export const CHECK_PRINTERS: Readonly<Record<"text" | "json" | "metadata", CheckPrinter>> = {
  async text(skill, settings, output) {
    const { reports, deciding, valid, verdict } = judge(skill, settings);
    if (settings.quiet && valid) return true;
    const name = (which: readonly Report[]) => which.map(({ dialect }) => dialectTitle(dialect)).join(", ");
    const [good, bad] = partition(reports, (report) => isReportValid(report, settings));
    const [wrong, elsewhere] = partition(bad, (report) => deciding.includes(report));
    const verdicts = [
      ...(wrong.length === 0 ? [] : [`invalid as ${name(wrong)}`]),
      ...(good.length === 0 ? [] : [`valid as ${name(good)}`]),
      ...(elsewhere.length === 0 ? [] : [`not as ${name(elsewhere)}`]),
    ];
    printLine(output, `${valid ? "✔" : "✘"} ${skill.label}: ${verdicts.join("; ") || "no skill"}`);
    const issues = reports
      .flatMap((report) => report.issues)
      .filter(({ severity }) => isShown(severity, settings));
    for (const issue of issues) printLine(output, describeIssue(issue));
    const { issues: ofCalls } = await callsOf(skill, verdict);
    for (const issue of ofCalls.filter(({ severity }) => isShown(severity, settings)))
      printLine(output, describeIssue(issue));
    if (valid && !settings.quiet) await printMissing(skill, verdict, output);
    const shown = new Set(issues.map(({ path, message }) => `${path}: ${message}`));
    printReasons(verdict.decision, output, (reason) => shown.has(reason) && !valid);
    return valid;
  },

  async json(skill, settings, output) {
    const { reports, valid, verdict } = judge(skill, settings);
    if (settings.quiet && valid) return true;
    const { detected, declared } = verdict.check;
    const { status, reasons } = verdict.decision;
    const decision = { status, reasons };
    const calling = await callsOf(skill, verdict);
    printJson(output, { path: skill.label, valid, decision, dialects: reports, detected, declared, calling });
    return valid;
  },

  metadata(skill, { quiet, named }, output) {
    const { lines, valid } = describeFields(skill.files);
    if (quiet && valid) return true;
    if (named) printLine(output, `${skill.label}:`);
    for (const line of lines) printLine(output, line);
    return valid;
  },
};

/** The very lines that are not there, so that nobody has to look for them. */
export async function printMissing(
  skill: Pick<OpenedSkill, "files">,
  verdict: FormatVerdict,
  output: Output,
): Promise<void> {
  for (const { purpose, lines } of (await callsOf(skill, verdict)).missing) {
    printLine(output, MISSING[purpose]);
    for (const line of lines) printLine(output, `    ${line}`);
  }
}

const MISSING = {
  call: "  to be called in a market, it lacks in its front matter:",
  price:
    "  to be priced, it lacks an example that proves that it runs (with input and output of your script):",
};

/** Whether a market would make calls of it, as far as reading its files tells. */
async function callsOf(
  { files }: Pick<OpenedSkill, "files">,
  { check: { manifest } }: FormatVerdict,
): Promise<CallCheck> {
  const encoder = new TextEncoder();
  const bytesOf = (content: string | Uint8Array) =>
    typeof content === "string" ? encoder.encode(content) : content;
  const all = [...files].map(([path, content]) => ({ path, bytes: bytesOf(content) }));
  return checkCalls(manifest, await readRunFacts(manifest, { files: all }), all);
}

interface ScanResult {
  reports: Report[];
  /** Those that say whether the skill is valid in its formats. */
  deciding: readonly Report[];
  /** In its formats, and not refused by the rules of every upload. */
  valid: boolean;
  verdict: FormatVerdict;
}

function judge(skill: OpenedSkill, settings: CheckSettings): ScanResult {
  const verdict = judgeOpened(skill, settings.dialects);
  const { check, decision } = verdict;
  // a package that shows signs of no dialect is still held to the rules of every upload
  const reports = check.reports.length > 0 ? check.reports : [check.storeReport];
  const holds = (report: Report) => isReportValid(report, settings);
  const deciding = reports.every(holds) ? reports : decidingReports(reports, check.declared);
  return { reports, deciding, valid: deciding.every(holds) && decision.status !== "rejected", verdict };
}

/**
 * Every skill is offered as an Agent Skill as well: one of another format that neither names that one nor was asked
 * about it is not invalid for breaking its rules, as it may be published all the same.
 */
function decidingReports(reports: readonly Report[], declared: readonly CheckProfile[]): readonly Report[] {
  if (reports.length === 1) return reports;
  return reports.filter(({ dialect }) => dialect !== "agent-skills" || declared.includes(dialect));
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

function isReportValid({ valid, issues }: Report, { strict }: CheckSettings): boolean {
  return valid && !(strict && issues.some(({ severity }) => severity === "warning"));
}

function isShown(severity: Severity, { verbose }: CheckSettings): boolean {
  return verbose || severity !== "info";
}

/** `  error    usk  name: is required (line 3)` */
export function describeIssue({ severity, dialect, path, message, line }: Issue): string {
  const at = line === undefined ? "" : ` (line ${line})`;
  return `  ${severity.padEnd(8)} ${dialect.padEnd(12)} ${path}: ${message}${at}`;
}
