import { expect, it } from "vitest";
import { dayWindow, daysOf, readPeriod, toDailySeries } from "@/lib/kernel/day-window";

const NOW = new Date("2026-11-21T02:47:09.512Z");

it("a period ends with today and starts at midnight UTC", () => {
  const window = dayWindow(7, NOW);
  expect(daysOf(window)).toEqual([
    "2026-11-15",
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
    "2026-11-20",
    "2026-11-21",
  ]);
  expect(window.start.toISOString()).toBe("2026-11-15T00:00:00.000Z");
  expect(window.before.toISOString()).toBe("2026-11-08T00:00:00.000Z");
});

it("the period before is cut at the same time of day, so that both are equally long", () => {
  const { start, before, beforeEnd } = dayWindow(30, NOW);
  expect(beforeEnd.getTime() - before.getTime()).toBe(NOW.getTime() - start.getTime());
  expect(beforeEnd < start).toBe(true);
});

it("an address can ask for three periods and nothing else", () => {
  expect(["7", "30", "90", "365", "-1", "7.0", undefined].map(readPeriod)).toEqual([
    7, 30, 90, 30, 30, 30, 30,
  ]);
});

it("rows find their day, and days without a row are zero", () => {
  const rows = [
    { day: 1, amount: 4 },
    { day: 3, amount: 9 },
    { day: 99, amount: 1 },
  ];
  expect(toDailySeries(rows, dayWindow(2, NOW), 0)).toEqual({ current: [0, 9], previous: [0, 4] });
});
