import type { CheckProfile, StatusDecision } from "@/lib/skill-format";
import { judgeFormat, type FormatVerdict } from "@/lib/vetting/judge-format";
import type { Output } from "./command";
import type { OpenedSkill } from "./open-skills";
import { printLine } from "./print";
import { describeIssue } from "./read-directory";

/** The verdict of an upload on a skill, before vetting looks into its content: what makes no package is refused too. */
export function judgeOpened(
  { files, dir, fault }: OpenedSkill,
  dialects: readonly CheckProfile[] = [],
): FormatVerdict {
  const verdict = judgeFormat({
    files,
    ...(dir === undefined ? {} : { dir }),
    ...(dialects.length === 0 ? {} : { dialects }),
  });
  if (fault === undefined) return verdict;
  const reasons = [describeIssue(fault), ...verdict.decision.reasons];
  return { ...verdict, decision: { ...verdict.decision, status: "rejected", autoConvert: false, reasons } };
}

/** What keeps a skill from being approved, a line each, and as what it would be judged. */
export function printReasons(
  { status, reasons }: Pick<StatusDecision, "status" | "reasons">,
  output: Output,
  isKnown: (reason: string) => boolean = () => false,
): void {
  if (status === "approved") return;
  for (const reason of reasons.filter((each) => !isKnown(each)))
    printLine(output, `  ${status.padEnd(8)} ${"market".padEnd(12)} ${reason}`);
}
