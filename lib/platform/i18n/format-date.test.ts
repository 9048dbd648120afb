import { describe, expect, it, test } from "vitest";
import {
  formatDay,
  formatDayOfYear,
  formatMinute,
  formatRelative,
  formatSecond,
  formatStampDay,
} from "@/lib/platform/i18n/format";

const TIME = "2026-11-21T02:47:09.512Z";

describe("absolute times are in UTC and in the reader's order", () => {
  it.each([
    ["en", "21 Nov 2026", "21 Nov 2026, 02:47 UTC", "21 Nov 2026, 02:47:09 UTC"],
    ["zh-Hans", "2026年11月21日", "2026年11月21日 02:47 UTC", "2026年11月21日 02:47:09 UTC"],
    ["ko", "2026년 11월 21일", "2026년 11월 21일 02:47 UTC", "2026년 11월 21일 02:47:09 UTC"],
  ])("in %s", (locale, day, minute, second) => {
    expect(formatDay(TIME, locale)).toBe(day);
    expect(formatMinute(TIME, locale)).toBe(minute);
    expect(formatSecond(TIME, locale)).toBe(second);
  });

  it("on a stamp is narrow enough for its ring", () => {
    expect(["en", "zh-Hans", "ko"].map((locale) => formatStampDay(TIME, locale))).toEqual([
      "21 Nov 2026",
      "2026.11.21",
      "2026.11.21",
    ]);
  });

  it("on an axis has no year", () => {
    expect(["en", "zh-Hans", "ko"].map((locale) => formatDayOfYear(TIME, locale))).toEqual([
      "21 Nov",
      "11月21日",
      "11월 21일",
    ]);
  });

  it("does not depend on the offset the time was written with", () => {
    expect(formatSecond("2026-11-21T11:47:09+09:00", "en")).toBe("21 Nov 2026, 02:47:09 UTC");
  });

  it("refuses an unreadable time", () => {
    expect(() => formatDay("yesterday", "en")).toThrow(RangeError);
  });
});

describe("formatRelative", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  it.each([
    ["2026-11-21T11:58:30Z", "en", "1 minute ago"],
    ["2026-11-21T07:00:00Z", "en", "5 hours ago"],
    ["2026-11-18T11:00:00Z", "en", "3 days ago"],
    ["2026-11-18T11:00:00Z", "zh-Hans", "3天前"],
    ["2026-11-18T11:00:00Z", "ko", "3일 전"],
    ["2026-11-07T11:00:00Z", "en", "14 days ago"],
    ["2026-11-06T11:00:00Z", "en", "6 Nov 2026"],
  ])("says %s in %s as %s", (iso, locale, shown) => {
    expect(formatRelative(iso, locale, now)).toBe(shown);
  });

  it.each([
    ["en", "now"],
    ["zh-Hans", "现在"],
    ["ko", "지금"],
  ])("does not count what happened within the minute, in %s", (locale, shown) => {
    expect(formatRelative("2026-11-21T11:59:30Z", locale, now)).toBe(shown);
  });

  it("never speaks of the future, even with clocks that disagree", () => {
    expect(formatRelative("2026-11-21T12:00:40Z", "en", now)).toBe("now");
  });
});

test.each([
  [540, "22 Nov 2026, 01:47 UTC+9"],
  [-210, "21 Nov 2026, 13:17 UTC-3:30"],
  [345, "21 Nov 2026, 22:32 UTC+5:45"],
  [0, "21 Nov 2026, 16:47 UTC"],
])("a clock %i minutes ahead of UTC", (ahead, shown) => {
  expect(formatMinute("2026-11-21T16:47:09.000Z", "en", ahead)).toBe(shown);
});
