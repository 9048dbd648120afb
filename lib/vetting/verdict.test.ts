import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEVERITIES } from "./finding";
import { decideVerdict, type Verdict } from "./verdict";

const finding = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  confidence: fc.constantFrom("weak" as const, "strong" as const),
});
const GRAVITY: readonly Verdict[] = ["approved", "caution", "rejected"];

describe("the verdict", () => {
  it("rejects for a grave and certain finding alone", () => {
    expect(decideVerdict([{ severity: "high", confidence: "strong" }])).toBe("rejected");
    expect(decideVerdict([{ severity: "high", confidence: "weak" }])).toBe("caution");
    expect(decideVerdict([{ severity: "medium", confidence: "strong" }])).toBe("caution");
    expect(decideVerdict([{ severity: "medium", confidence: "weak" }])).toBe("approved");
    expect(decideVerdict([])).toBe("approved");
  });

  it("never grows milder with another finding, and does not depend on their order", () => {
    fc.assert(
      fc.property(fc.array(finding), finding, (findings, more) => {
        const before = GRAVITY.indexOf(decideVerdict(findings));
        expect(GRAVITY.indexOf(decideVerdict([...findings, more]))).toBeGreaterThanOrEqual(before);
        expect(decideVerdict([more, ...findings])).toBe(decideVerdict([...findings, more]));
      }),
    );
  });
});
