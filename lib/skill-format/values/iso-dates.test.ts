import fc from "fast-check";
import { expect, it } from "vitest";
import { isBefore, type IsoMoment, parseIsoMoment } from "./iso-dates";

it.each([
  "2026-01-23",
  "2024-02-29",
  "2026-01-23T10:30:00Z",
  "2026-01-23T10:30:00.123Z",
  "2026-01-23T10:30:00+09:00",
  "2026-01-23T10:30Z",
  "2026-01-23T10:30:00",
])("%s is ISO 8601", (text) => expect(parseIsoMoment(text)).not.toBeNull());

it.each([
  "2026-02-30",
  "2023-02-29",
  "2026-13-01",
  "2026-00-10",
  "23-01-2026",
  "2026-1-23",
  "2026/01/23",
  "2026-01-23 10:30:00",
  "2026-01-23T25:00:00Z",
  "2026-01-23T10:60:00Z",
  "2026-01-23T10:30:00+24:00",
  "1769164200",
  "yesterday",
  "20260123",
  "2026-01-23T",
  "",
])("%j is not", (text) => expect(parseIsoMoment(text)).toBeNull());

it("reads back every moment JavaScript writes", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("0000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
      (date) => {
        expect(parseIsoMoment(date.toISOString())?.epochMs).toBe(date.getTime());
      },
    ),
  );
});

it("the zone counts, and a date alone is compared by its day", () => {
  const at = (text: string): IsoMoment => parseIsoMoment(text) ?? { epochMs: Number.NaN, dateOnly: false };
  expect(isBefore(at("2026-01-23T00:30:00+09:00"), at("2026-01-22T16:00:00Z"))).toBe(true);
  expect(isBefore(at("2026-01-23"), at("2026-01-23T10:30:00Z"))).toBe(false);
  expect(isBefore(at("2026-01-22"), at("2026-01-23T10:30:00Z"))).toBe(true);
});
