import {
  checkSkill,
  describeFields,
  dialectTitle,
  judgeSkill,
  type CheckProfile,
  type CheckSkillInput,
  type Issue,
  type Report,
  type Severity,
} from "@/lib/skill-format";
import type { Output } from "./command";
import type { OpenedSkill } from "./open-skills";
import { printLine } from "./print-line";

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
export type CheckPrinter = (skill: OpenedSkill, settings: CheckSettings, output: Output) => boolean;

/** The formats of `emporion validate`. */
export const CHECK_PRINTERS: Readonly<Record<"text" | "json" | "metadata", CheckPrinter>> = {
  text(skill, settings, output) {
    const reports = judgeOpened(skill, settings);
    const valid = isValid(reports, settings);
    if (settings.quiet && valid) return true;
    const titles = (wanted: boolean) =>
      reports
        .filter((report) => isReportValid(report, settings) === wanted)
        .map(({ dialect }) => dialectTitle(dialect));
    const verdicts = [
      ...(titles(false).length === 0 ? [] : [`invalid as ${titles(false).join(", ")}`]),
      ...(titles(true).length === 0 ? [] : [`valid as ${titles(true).join(", ")}`]),
    ];
    printLine(output, `${valid ? "✔" : "✘"} ${skill.label}: ${verdicts.join("; ") || "no skill"}`);
    const issues = reports
      .flatMap((report) => report.issues)
      .filter(({ severity }) => isShown(severity, settings));
    for (const issue of issues) printLine(output, describeIssue(issue));
    return valid;
  },

  json(skill, settings, output) {
    const reports = judgeOpened(skill, settings);
    const valid = isValid(reports, settings);
    if (settings.quiet && valid) return true;
    const { detected, declared } = checkSkill(checkInput(skill, settings));
    output.write(`${JSON.stringify({ path: skill.label, valid, dialects: reports, detected, declared })}\n`);
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

function judgeOpened(skill: OpenedSkill, settings: CheckSettings): Report[] {
  const input = checkInput(skill, settings);
  const reports = judgeSkill(input);
  // a package that shows signs of no dialect is still held to the rules of every upload
  return reports.length > 0 ? reports : [checkSkill(input).storeReport];
}

function checkInput({ files, dir }: OpenedSkill, { dialects }: CheckSettings): CheckSkillInput {
  return {
    files,
    ...(dir === undefined ? {} : { dir }),
    ...(dialects.length === 0 ? {} : { dialects }),
  };
}

function isValid(reports: readonly Report[], settings: CheckSettings): boolean {
  return reports.every((report) => isReportValid(report, settings));
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
