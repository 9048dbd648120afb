import { describe, expect, it } from "vitest";
import { octagonPath, ringPath, scallopPath } from "@/components/marks/geometry";

function anchors(path: string): number[][] {
  return [...path.matchAll(/[MQL]?(-?[\d.]+) (-?[\d.]+)(?=[MQLZ]|$)/g)].map((match) => [
    Number(match[1]),
    Number(match[2]),
  ]);
}

describe("scallopPath", () => {
  const disc = { centre: 10, radius: 9.35, lobes: 11, depth: 1.5 };

  it("makes one crest and one trough per lobe and closes", () => {
    const path = scallopPath(disc);
    expect(path.match(/Q/g)).toHaveLength(22);
    expect(path.endsWith("Z")).toBe(true);
  });

  it("has its first crest exactly at the radius", () => {
    const numbers =
      scallopPath(disc)
        .match(/-?[\d.]+/g)
        ?.slice(0, 6)
        .map(Number) ?? [];
    const [startX = 0, startY = 0, controlX = 0, controlY = 0, endX = 0, endY = 0] = numbers;
    expect((startX + 2 * controlX + endX) / 4).toBeCloseTo(10, 1);
    expect((startY + 2 * controlY + endY) / 4).toBeCloseTo(10 - 9.35, 1);
  });

  it("crosses the middle of the wave between every crest and trough", () => {
    for (const [x = 0, y = 0] of anchors(scallopPath(disc)).filter((_, index) => index > 0)) {
      expect(Math.hypot(x - 10, y - 10)).toBeCloseTo(8.6, 1);
    }
  });
});

it("an octagon has eight corners at one distance and flat sides", () => {
  const corners = anchors(octagonPath({ centre: 70, radius: 66 }));
  expect(corners).toHaveLength(8);
  for (const [x = 0, y = 0] of corners) expect(Math.hypot(x - 70, y - 70)).toBeCloseTo(66, 1);
  expect(corners[0]?.[1]).toBe(corners[7]?.[1]);
});

it("a ring begins and ends at its left point", () => {
  expect(ringPath({ centre: 70, radius: 47.5 })).toBe("M22.5 70a47.5 47.5 0 1 1 95 0a47.5 47.5 0 1 1 -95 0");
});
