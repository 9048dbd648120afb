import {
  checkSkill,
  describeFields,
  dialectTitle,
  type CheckProfile,
  type Issue,
  type Severity,
  type SkillCheck,
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
    const check = checkOpened(skill, settings);
    const { reports } = check;
    const valid = isValid(check, settings);
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
    const check = checkOpened(skill, settings);
    const valid = isValid(check, settings);
    if (settings.quiet && valid) return true;
    const { reports, detected, declared } = check;
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

function checkOpened({ files, dir }: OpenedSkill, { dialects }: CheckSettings): SkillCheck {
  const check = checkSkill({
    files,
    ...(dir === undefined ? {} : { dir }),
    ...(dialects.length === 0 ? {} : { dialects }),
  });
  // a package that shows signs of no dialect is still held to the rules of every upload
  return check.reports.length > 0 ? check : { ...check, reports: [check.storeReport] };
}

function isValid({ reports }: SkillCheck, settings: CheckSettings): boolean {
  return reports.every((report) => isReportValid(report, settings));
}

function isReportValid({ valid, issues }: SkillCheck["reports"][number], { strict }: CheckSettings): boolean {
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
