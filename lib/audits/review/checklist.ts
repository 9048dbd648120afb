import type { Difference, FindingView } from "@/lib/registry/views";

/** What is looked at before a seal, in the order of the list. */
export const CHECKLIST = [
  "files_read",
  "examples_replayed",
  "no_injection",
  "access_covered",
  "findings_settled",
  "compatible",
  "dependencies",
] as const;
export type ChecklistItem = (typeof CHECKLIST)[number];

export interface CheckedItem {
  item: ChecklistItem;
  /** `ok` was found by the machine, `marked` ticked by the verifier; `open` and `bad` still stand in the way of a seal. */
  state: "ok" | "marked" | "open" | "bad";
  detail: string | null;
}

export interface ChecklistFacts {
  findings: readonly FindingView[];
  differences: readonly Difference[];
  versionChange: string;
  examplesTotal: number;
  examplesProven: number;
  dependencies: readonly string[];
}

const INJECTION = /prompt_injection|hidden_(?:text|instruction|character)/;
const UNDECLARED = /undeclared/;
const PINNED = /==|@\d|^[^<>=~^]+$/;

/**
 * The checklist of a review. What a machine can decide ticks itself; what it finds wanting, and what only a person can judge,
 * waits for the verifier's own tick.
 */
export function checkList(facts: ChecklistFacts, marks: ReadonlySet<string>): CheckedItem[] {
  return CHECKLIST.map((item) => {
    const { state, detail } = DECIDE[item](facts);
    return { item, detail, state: state !== "ok" && marks.has(item) ? "marked" : state };
  });
}

/** True when nothing on the list stands in the way of a seal. */
export const isDone = (list: readonly CheckedItem[]): boolean =>
  list.every(({ state }) => state === "ok" || state === "marked");

type Decision = Pick<CheckedItem, "state" | "detail">;

const DECIDE: Readonly<Record<ChecklistItem, (facts: ChecklistFacts) => Decision>> = {
  files_read: () => ({ state: "open", detail: null }),
  examples_replayed: ({ examplesTotal, examplesProven }) => ({
    state: examplesProven === examplesTotal ? "ok" : "bad",
    detail: `${examplesProven}/${examplesTotal}`,
  }),
  no_injection: ({ findings }) => byCount(findings.filter(({ code }) => INJECTION.test(code)).length),
  access_covered: ({ findings }) => byCount(findings.filter(({ code }) => UNDECLARED.test(code)).length),
  findings_settled: ({ findings }) => {
    const grave = findings.filter(({ severity }) => severity === "high" || severity === "medium").length;
    return grave === 0 ? byCount(0) : { state: "open", detail: String(grave) };
  },
  compatible: ({ differences, versionChange }) => {
    const breaking = differences.filter(({ needs }) => needs === "major").length;
    return breaking > 0 && versionChange === "minor" ? byCount(breaking) : byCount(0);
  },
  dependencies: ({ dependencies }) => {
    const loose = dependencies.filter((dependency) => !PINNED.test(dependency)).length;
    return loose === 0
      ? { state: "ok", detail: String(dependencies.length) }
      : { state: "open", detail: String(loose) };
  },
};

const byCount = (count: number): Decision =>
  count === 0 ? { state: "ok", detail: null } : { state: "bad", detail: String(count) };
