import { describe, expect, test } from "vitest";
import {
  CHECKLIST,
  checkList,
  isDone,
  isTickedByHand,
  type ChecklistFacts,
} from "@/lib/audits/review/checklist";
import { findingKey, withDecisions } from "@/lib/audits/review/reviewed-findings";
import { UNDECLARED_PERMISSION, undeclaredMessage } from "@/lib/vetting/undeclared-use";

describe("the checklist", () => {
  const facts: ChecklistFacts = {
    files: { covered: 2, seen: 1 },
    findings: [],
    differences: [],
    versionChange: "minor",
    replays: ["proven", "proven"],
    examplesTotal: 2,
    dependencies: ["requests==2.0.0"],
    policy: { abTaskMarked: true, integrationTestRequired: false },
  };
  const stateOf = (change: Partial<ChecklistFacts>, item: string, marks: string[] = []) =>
    checkList({ ...facts, ...change }, new Set(marks)).find((checked) => checked.item === item)?.state;

  test("ticks itself where a machine can decide, and leaves reading to a person", () => {
    expect(checkList(facts, new Set()).map(({ state }) => state)).toEqual([
      "open",
      ...Array<string>(CHECKLIST.length - 2).fill("ok"), // no integration test is asked for
    ]);
    expect(isDone(checkList(facts, new Set(["files_read"])))).toBe(false);
    const seen = checkList({ ...facts, files: { covered: 2, seen: 2 } }, new Set());
    expect(isDone(seen)).toBe(true);
    expect(seen.filter(({ byHand }) => byHand).map(({ item, state }) => [item, state])).toEqual([
      ["files_read", "marked"],
    ]);
  });

  test("says what is not met; what follows from facts is never ticked by hand", () => {
    expect(stateOf({ replays: ["proven", "drifted"] }, "examples_replayed")).toBe("bad");
    expect(stateOf({ replays: ["failing", "proven"] }, "examples_replayed", ["examples_replayed"])).toBe(
      "bad",
    );
    expect(stateOf({ replays: [] }, "examples_replayed")).toBe("open");
    expect(stateOf({ replays: ["not_run", "not_run"] }, "examples_replayed")).toBe("ok");
    expect(stateOf({ dependencies: ["requests>=2"] }, "dependencies")).toBe("open");
    expect(stateOf({ dependencies: ["requests"] }, "dependencies")).toBe("open");
    expect(stateOf({ dependencies: ["lodash@4.17.21"] }, "dependencies")).toBe("ok");
    expect(stateOf({ dependencies: ["requests>=2"] }, "dependencies", ["dependencies"])).toBe("marked");
    const breaking = [{ fact: "network" as const, before: "false", after: "true", needs: "major" as const }];
    expect(stateOf({ differences: breaking }, "compatible", ["compatible"])).toBe("bad");
  });

  test("items about findings are met once each finding is accepted, and not while one is to be changed", () => {
    const finding = {
      code: UNDECLARED_PERMISSION,
      severity: "medium" as const,
      confidence: "strong" as const,
      file: "main.py",
      line: 1,
      message: undeclaredMessage("network", "requests.get()"),
      evidence: null,
      remedy: null,
    };
    const decided = (decision: "accepted" | "change") => [
      { findingKey: findingKey(finding), decision, reason: "Said in the manual." },
    ];
    for (const item of ["access_covered", "findings_settled"]) {
      expect(stateOf({ findings: withDecisions([finding], []) }, item, [item])).toBe("open");
      expect(stateOf({ findings: withDecisions([finding], decided("change")) }, item)).toBe("bad");
      expect(stateOf({ findings: withDecisions([finding], decided("accepted")) }, item)).toBe("ok");
    }
  });

  test.each([
    [0, 0, "marked", "0/0"],
    [2, 0, "open", "0/2"],
    [2, 1, "open", "1/2"],
    [2, 2, "marked", "2/2"],
  ] as const)("of %i files that a seal covers %i were seen: %s", (covered, seen, state, detail) => {
    const [read] = checkList({ ...facts, files: { covered, seen } }, new Set(CHECKLIST));
    expect(read).toEqual({ item: "files_read", byHand: true, state, detail });
  });

  test.each([
    ["minor", "major", "bad"],
    ["minor", "minor", "ok"],
    ["minor", "patch", "ok"],
    ["major", "major", "ok"],
    ["patch", "major", "ok"],
    ["first", "major", "ok"],
    ["other", "major", "ok"],
  ] as const)("a %s release with a change that needs a %s one: %s", (versionChange, needs, state) => {
    const differences = [{ fact: "network" as const, before: "false", after: "true", needs }];
    expect(stateOf({ versionChange, differences }, "compatible")).toBe(state);
  });

  test.each([
    [["lodash@4.17.21", "requests==2.0.0"], "ok", false],
    [["lodash@4.17.21", "requests"], "open", true],
    [["lodash@latest"], "open", true],
    [[], "ok", false],
  ] as const)("dependencies %o: %s, said by the verifier %s", (dependencies, state, byHand) => {
    const found = checkList({ ...facts, dependencies }, new Set()).find(
      ({ item }) => item === "dependencies",
    );
    expect(found).toMatchObject({ state, byHand });
    const ticked = checkList({ ...facts, dependencies }, new Set(CHECKLIST));
    expect(ticked.find(({ item }) => item === "dependencies")?.state).toBe(byHand ? "marked" : "ok");
  });

  test.each([
    [{ abTaskMarked: false, integrationTestRequired: false }, []],
    [{ abTaskMarked: true, integrationTestRequired: false }, ["ab_task ok market"]],
    [{ abTaskMarked: false, integrationTestRequired: true }, ["integration_test open verifier"]],
    [
      { abTaskMarked: true, integrationTestRequired: true },
      ["ab_task ok market", "integration_test open verifier"],
    ],
  ])(
    "what the hints ask for is on the list, and nothing else is said to be looked at: %o",
    (policy, listed) => {
      const found = checkList({ ...facts, policy }, new Set())
        .filter(({ item }) => item === "ab_task" || item === "integration_test")
        .map(({ item, state, byHand }) => `${item} ${state} ${byHand ? "verifier" : "market"}`);
      expect(found).toEqual(listed);
    },
  );

  test("an integration test is said by the verifier, and no seal comes before", () => {
    const policy = { abTaskMarked: false, integrationTestRequired: true };
    const seen = { ...facts, policy, files: { covered: 2, seen: 2 } };
    expect(isDone(checkList(seen, new Set()))).toBe(false);
    expect(isDone(checkList(seen, new Set(["integration_test"])))).toBe(true);
    expect(stateOf({ policy }, "integration_test", ["integration_test"])).toBe("marked");
  });

  test.each([
    ["filesystem", "open"],
    ["subprocess", "open"],
    ["network", "ok"],
  ] as const)("undeclared %s leaves the mark for A/B tasks %s until it is accepted", (kind, state) => {
    const finding = {
      code: UNDECLARED_PERMISSION,
      severity: "medium" as const,
      confidence: "strong" as const,
      file: "main.py",
      line: 1,
      message: undeclaredMessage(kind, "a call"),
      evidence: null,
      remedy: null,
    };
    const accepted = [
      {
        findingKey: findingKey(finding),
        decision: "accepted" as const,
        reason: "It writes to its own folder.",
      },
    ];
    expect(stateOf({ findings: withDecisions([finding], []) }, "ab_task", ["ab_task"])).toBe(state);
    expect(stateOf({ findings: withDecisions([finding], accepted) }, "ab_task")).toBe("ok");
  });

  test("two items have a tick; each that is open or not met stands in the way", () => {
    expect(CHECKLIST.filter(isTickedByHand)).toEqual(["dependencies", "integration_test"]);
    const done = { item: "compatible", byHand: false, detail: null } as const;
    for (const [state, is] of [
      ["ok", true],
      ["marked", true],
      ["open", false],
      ["bad", false],
    ] as const)
      expect(
        isDone([
          { ...done, state: "ok" },
          { ...done, state },
        ]),
      ).toBe(is);
  });
});
