import type { ReviewedFinding } from "@/lib/audits/review/reviewed-findings";
import type { Difference } from "@/lib/registry/differences/difference";
import type { HintPolicy } from "@/lib/skill-format";
import type { AccessKind } from "@/lib/vetting/access-kinds";
import { undeclaredAccess } from "@/lib/vetting/undeclared-use";

/** What is looked at before a seal, in the order of the list. */
export const CHECKLIST = [
  "files_read",
  "examples_replayed",
  "no_injection",
  "access_covered",
  "findings_settled",
  "compatible",
  "dependencies",
  "ab_task",
  "integration_test",
] as const;
export type ChecklistItem = (typeof CHECKLIST)[number];

/** Ticked by hand where it is open; everything else follows from facts, and from what is decided about findings. */
export const isTickedByHand = (item: string): boolean =>
  item === "dependencies" || item === "integration_test";

export interface CheckedItem {
  item: ChecklistItem;
  /** True for what the verifier says: by seeing the files, or with a tick. The market finds the rest. */
  byHand: boolean;
  /**
   * `ok` was found by the machine, `marked` said by the verifier; `open` and `bad` still stand in the way of a seal.
   */
  state: "ok" | "marked" | "open" | "bad";
  detail: string | null;
}

export interface ChecklistFacts {
  /** How many files a seal would cover, and how many of them the verifier has seen. */
  files: { covered: number; seen: number };
  findings: readonly ReviewedFinding[];
  /** Against the release before. */
  differences: readonly Difference[];
  versionChange: string;
  /** States of the replays of its examples; shorter than `examplesTotal` while they are still to be replayed. */
  replays: readonly string[];
  examplesTotal: number;
  dependencies: readonly string[];
  /** What its hints ask for. */
  policy: Pick<HintPolicy, "abTaskMarked" | "integrationTestRequired">;
}

const INJECTION = /prompt_injection|hidden_(?:text|instruction|character)/;
/** States one version: a bare name is the loosest of all. */
const PINNED = /==|@\d/;

/**
 * The checklist of a review. What a machine can decide ticks itself and cannot be ticked by hand; where it is wrong the
 * verifier accepts the finding with a reason, which is signed. That the files were read is said file by file, and what
 * else only a person can judge waits for their own tick. What the hints of the skill ask for is on the list where they do:
 * whether the mark for A/B tasks is contradicted, and an integration test that nobody can make in a sandbox without
 * network (Exo SKILL.md v1.1, section 3).
 */
export function checkList(facts: ChecklistFacts, marks: ReadonlySet<string>): CheckedItem[] {
  return CHECKLIST.flatMap((item) => {
    const decision = DECIDE[item](facts);
    if (decision === null) return []; // a statement must not say that it was looked at
    const { state, detail } = decision;
    const ticked = isTickedByHand(item) && state === "open" && marks.has(item);
    const byHand = item === "files_read" || (isTickedByHand(item) && state !== "ok");
    return [{ item, byHand, detail, state: ticked ? "marked" : state }];
  });
}

/** True when nothing on the list stands in the way of a seal. */
export const isDone = (list: readonly CheckedItem[]): boolean =>
  list.every(({ state }) => state === "ok" || state === "marked");

type Decision = Pick<CheckedItem, "state" | "detail">;

const DECIDE: Readonly<Record<ChecklistItem, (facts: ChecklistFacts) => Decision | null>> = {
  files_read: ({ files: { covered, seen } }) => ({
    state: seen === covered ? "marked" : "open",
    detail: `${seen}/${covered}`,
  }),
  examples_replayed: ({ replays, examplesTotal }) => {
    const proven = replays.filter((state) => state === "proven").length;
    const detail = `${proven}/${examplesTotal}`;
    if (replays.length < examplesTotal) return { state: "open", detail };
    // Examples nobody may replay (a repeated call could have further effects) are no reason against a seal.
    return { state: replays.some((state) => WANTING.has(state)) ? "bad" : "ok", detail };
  },
  no_injection: ({ findings }) => bySettled(findings.filter(({ code }) => INJECTION.test(code))),
  access_covered: ({ findings }) => bySettled(findings.filter((each) => undeclaredAccess(each) !== null)),
  findings_settled: ({ findings }) =>
    bySettled(findings.filter(({ severity }) => severity === "high" || severity === "medium")),
  compatible: ({ differences, versionChange }) => {
    const breaking = differences.filter(({ needs }) => needs === "major").length;
    return byCount(versionChange === "minor" ? breaking : 0);
  },
  dependencies: ({ dependencies }) => {
    const loose = dependencies.filter((dependency) => !PINNED.test(dependency)).length;
    if (loose > 0) return { state: "open", detail: String(loose) };
    return { state: "ok", detail: dependencies.length === 0 ? null : String(dependencies.length) };
  },
  ab_task: ({ findings, policy }) =>
    policy.abTaskMarked ? bySettled(findings.filter((each) => CHANGES.has(undeclaredAccess(each)))) : null,
  integration_test: ({ policy }) => (policy.integrationTestRequired ? { state: "open", detail: null } : null),
};

/** Access that nobody reckons with of a skill that only reads: it may change what is around it. */
const CHANGES: ReadonlySet<AccessKind | null> = new Set(["filesystem", "subprocess"]);

const WANTING: ReadonlySet<string> = new Set(["drifted", "failing"]);

const byCount = (count: number): Decision =>
  count === 0 ? { state: "ok", detail: null } : { state: "bad", detail: String(count) };

/** Met when each of the findings was accepted with a reason. One that the author must change stands against it. */
function bySettled(findings: readonly ReviewedFinding[]): Decision {
  const accepted = findings.filter(({ decision }) => decision?.decision === "accepted").length;
  const detail = findings.length === 0 ? null : `${accepted}/${findings.length}`;
  if (accepted === findings.length) return { state: "ok", detail };
  return { state: findings.some(({ decision }) => decision?.decision === "change") ? "bad" : "open", detail };
}
