import { describe, expect, it, test } from "vitest";
import type { RuleOutcome } from "@/lib/moderation/held-repository";
import { excerptOf, reasonOfHold } from "@/lib/moderation/held";
import { recordsOf } from "@/lib/moderation/rule-records";
import type { FindingView, OpinionView } from "@/lib/registry/views";

/** Of one rule: so many wait, were let through, were right. */
const outcomes = (waiting: number, letThrough: number, right: number): RuleOutcome[] =>
  (
    [
      ["waiting", waiting],
      ["let-through", letThrough],
      ["right", right],
    ] as const
  ).flatMap(([outcome, count]) => (count === 0 ? [] : [{ code: "a.b", outcome, count }]));

describe("a rule is in doubt when more than half of at least five decided cases were wrong", () => {
  it.each([
    [0, 0, 0, undefined],
    [9, 0, 0, false],
    [0, 4, 0, false],
    [9, 4, 0, false],
    [0, 5, 0, true],
    [0, 3, 2, true],
    [0, 2, 3, false],
    [0, 3, 3, false],
    [0, 4, 3, true],
    [50, 0, 5, false],
  ])("%i wait, %i let through, %i right: %s", (waiting, letThrough, right, expected) => {
    const [record] = recordsOf(outcomes(waiting, letThrough, right));
    expect(record?.isDoubtful).toBe(expected);
    if (record !== undefined)
      expect(record).toMatchObject({ held: waiting + letThrough + right, letThrough, right });
  });
});

test("the most often held comes first, and what no rule held has a row of its own", () => {
  const rows: RuleOutcome[] = [
    { code: "b.b", outcome: "right", count: 1 },
    { code: null, outcome: "waiting", count: 2 },
    { code: "a.a", outcome: "waiting", count: 1 },
    { code: "c.c", outcome: "waiting", count: 1 },
    { code: "c.c", outcome: "let-through", count: 4 },
  ];
  expect(recordsOf(rows).map(({ code, held }) => [code, held])).toEqual([
    ["c.c", 5],
    [null, 2],
    ["a.a", 1],
    ["b.b", 1],
  ]);
});

const finding = (severity: FindingView["severity"], confidence: FindingView["confidence"]): FindingView => ({
  code: `${severity}.${confidence}`,
  severity,
  confidence,
  file: "a.sh",
  line: 3,
  message: "It does something.",
  evidence: null,
  remedy: null,
});
const opinion = (verdict: OpinionView["verdict"], reasons: OpinionView["reasons"] = []): OpinionView => ({
  model: "m",
  promptVersion: 1,
  promptDigest: "d",
  verdict,
  reasons,
  askedAt: "2026-11-28T00:00:00Z",
});
const ASKED = opinion("hold", [{ text: "It asks for keys.", file: "SKILL.md", line: 9 }]);

describe("the one reason", () => {
  const strong = finding("high", "strong");
  const weak = finding("high", "weak");
  const held = finding("medium", "strong");
  it.each([
    ["the gravest finding", [strong, held], ASKED, strong.code],
    ["one that holds", [weak], null, weak.code],
    ["a middling one", [held, finding("info", "strong")], null, held.code],
    ["not one that holds nothing", [finding("medium", "weak"), finding("low", "strong")], ASKED, "opinion"],
    ["what a model asked", [], ASKED, "opinion"],
    ["not what a model did not ask", [], opinion("nothing"), "summary"],
    ["nor what one asked without a reason", [], opinion("hold"), "summary"],
    ["else what was summed up", [finding("info", "strong")], null, "summary"],
  ] as const)("is %s", (_, findings, said, expected) => {
    const reason = reasonOfHold({ findings, opinion: said, summary: "Held." });
    expect(reason.kind === "finding" ? reason.finding.code : reason.kind).toBe(expected);
  });
});

describe("the text beside the reason", () => {
  const text = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join("\n");
  it.each([
    [1, 1, 5],
    [5, 1, 9],
    [6, 2, 9],
    [20, 16, 5],
  ])("around line %i begins at line %i and has %i lines", (line, first, count) => {
    const excerpt = excerptOf(text, line);
    expect([excerpt?.first, excerpt?.lines.length]).toEqual([first, count]);
    expect(excerpt?.lines[line - first]).toBe(`line ${line}`);
  });

  it("is none where the text has no such line, and is cut where a line is endless", () => {
    expect([excerptOf(text, 0), excerptOf(text, 21)]).toEqual([null, null]);
    expect(excerptOf("x".repeat(100_000), 1)?.lines[0]?.length).toBe(241);
    expect(excerptOf("a\r\nb", 1)?.lines).toEqual(["a", "b"]);
  });
});
