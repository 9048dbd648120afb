import { describe, expect, it } from "vitest";
import { growthOf, signedPercent } from "@/components/home/trending";

const week = (calls: number) => Array.from({ length: 7 }, () => calls);

describe("growthOf", () => {
  it("compares the last seven days with the seven before", () => {
    expect(growthOf([...week(10), ...week(12)])).toEqual({ kind: "share", share: 0.2 });
    expect(growthOf([...week(99), ...week(10), ...week(5)])).toEqual({ kind: "share", share: -0.5 });
  });

  it("calls a skill new when only the last week has calls", () => {
    expect(growthOf([...week(0), ...week(1)])).toEqual({ kind: "new" });
  });

  it("claims nothing with less than two weeks of days, or without calls", () => {
    expect(growthOf(week(5))).toEqual({ kind: "unknown" });
    expect(growthOf([...week(0), ...week(0)])).toEqual({ kind: "unknown" });
  });
});

it("a change always carries its sign", () => {
  expect([0.18, -0.041, 0].map(signedPercent)).toEqual(["+18%", "−4%", "+0%"]);
});
