import { describe, expect, test } from "vitest";
import { auditDuty, lastSealedBefore, scopeOf, stepFrom } from "@/lib/audits/audit-duty";

/** Every case: step from the sealed version, what the facts ask for, whether it carries a seal, and what it needs. */
const DUTIES = [
  ["patch", "patch", true, "none"],
  ["patch", "patch", false, "reduced"],
  ["patch", "minor", true, "none"],
  ["patch", "minor", false, "reduced"],
  ["patch", "major", true, "full"],
  ["patch", "major", false, "full"],
  ["minor", "patch", true, "reduced"],
  ["minor", "patch", false, "reduced"],
  ["minor", "minor", true, "reduced"],
  ["minor", "minor", false, "reduced"],
  ["minor", "major", true, "full"],
  ["minor", "major", false, "full"],
  ["major", "patch", true, "full"],
  ["major", "patch", false, "full"],
  ["major", "minor", true, "full"],
  ["major", "minor", false, "full"],
  ["major", "major", true, "full"],
  ["major", "major", false, "full"],
  ["other", "patch", true, "full"],
  ["other", "patch", false, "full"],
  ["other", "minor", true, "full"],
  ["other", "minor", false, "full"],
  ["other", "major", true, "full"],
  ["other", "major", false, "full"],
] as const;

describe("the audit that a version needs", () => {
  test.each(DUTIES)("%s step, facts ask for %s, carries %s: %s", (change, requiredBump, carries, duty) => {
    expect(auditDuty({ change, requiredBump }, carries)).toBe(duty);
  });

  test.each([true, false])("without a sealed version before it, every file (carries: %s)", (carries) => {
    expect(auditDuty(null, carries)).toBe("full");
  });

  test.each([
    ["none", "patch"],
    ["reduced", "reduced"],
    ["full", "full"],
  ] as const)("a seal for duty %s says that it read %s", (duty, scope) => {
    expect(scopeOf(duty)).toBe(scope);
  });
});

test.each([
  ["1.0.0", "1.0.1", "patch"],
  ["1.0.0", "1.1.0", "minor"],
  ["1.0.0", "1.1.1", "minor"],
  ["1.0.0", "1.9.7", "minor"],
  ["1.9.0", "2.0.0", "major"],
  ["1.0.0", "1.1.0-rc.1", "minor"],
  ["1.1.0-rc.1", "1.1.0", "patch"],
  ["2.0.0-rc.1", "1.1.0", "other"],
  ["1.0.0", "1.0.0", "other"],
  ["2026-01-01", "2026-02-01", "other"],
  ["1.0.0", "2026-02-01", "other"],
])("from sealed %s to %s is %s", (sealed, version, step) => {
  expect(stepFrom(sealed, version)).toBe(step);
});

describe("the version that another is read against", () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number));
  const sealed = (version: string, number: number) => ({ version, createdAt: day(number) });
  const CASES: [string, { of: [string, number]; among: [string, number][]; is: string | null }][] = [
    ["none without a sealed one", { of: ["1.1.0", 5], among: [], is: null }],
    ["the one before", { of: ["1.1.0", 5], among: [["1.0.0", 1]], is: "1.0.0" }],
    [
      "the newest, however they are listed",
      {
        of: ["1.9.0", 9],
        among: [
          ["1.2.0", 3],
          ["1.4.0", 5],
          ["1.0.0", 1],
        ],
        is: "1.4.0",
      },
    ],
    ["not itself", { of: ["1.0.0", 1], among: [["1.0.0", 1]], is: null }],
    ["not one after it", { of: ["1.0.0", 1], among: [["1.1.0", 2]], is: null }],
    [
      "not one uploaded later, though its number is lower",
      { of: ["2.0.0", 2], among: [["1.1.0", 3]], is: null },
    ],
    [
      "not a pre-release of a later line",
      {
        of: ["1.1.0", 5],
        among: [
          ["1.0.0", 1],
          ["2.0.0-rc.1", 3],
        ],
        is: "1.0.0",
      },
    ],
    ["the pre-release of its own line", { of: ["1.1.0", 5], among: [["1.1.0-rc.1", 3]], is: "1.1.0-rc.1" }],
    ["not one of the same moment", { of: ["1.1.0", 5], among: [["1.0.0", 5]], is: null }],
    ["not one of the same number", { of: ["1.1.0+b", 5], among: [["1.1.0+a", 1]], is: null }],
    ["a date before it", { of: ["2026-02-01", 5], among: [["2026-01-01", 1]], is: "2026-01-01" }],
    [
      "the first of two that came at once",
      {
        of: ["1.2.0", 5],
        among: [
          ["1.1.0", 1],
          ["1.0.0", 1],
        ],
        is: "1.1.0",
      },
    ],
  ];
  test.each(CASES)("%s", (_, { of, among, is }) => {
    const found = lastSealedBefore(
      sealed(...of),
      among.map((each) => sealed(...each)),
    );
    expect(found?.version ?? null).toBe(is);
  });
});
