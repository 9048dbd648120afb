import { expect, it } from "vitest";
import {
  formatCompact,
  formatCount,
  formatRoughSeconds,
  formatSeconds,
  formatShare,
  formatSize,
} from "@/lib/platform/i18n/format";

it("compact counts follow the language", () => {
  expect(formatCompact(318_402, "en")).toBe("318k");
  expect(formatCompact(318_402, "zh-Hans")).toBe("31.8万");
  expect(formatCompact(318_402, "ko")).toBe("31.8만");
  expect(formatCompact(88_213, "en")).toBe("88.2k");
  expect(formatCompact(2_104, "en")).toBe("2.1k");
  expect(formatCompact(7, "en")).toBe("7");
});

it("full counts show every digit", () => {
  expect(formatCount(1_204_883)).toBe("1,204,883");
});

it("sizes use units of a thousand bytes", () => {
  expect(formatSize(812)).toBe("812 B");
  expect(formatSize(4_213)).toBe("4.2 kB");
  expect(formatSize(20_000)).toBe("20 kB");
  expect(formatSize(999_960)).toBe("1 MB");
});

it("durations are in seconds", () => {
  expect(formatSeconds(1_624)).toBe("1.62 s");
  expect(formatSeconds(940)).toBe("0.94 s");
  expect(formatSeconds(12_345)).toBe("12.3 s");
  expect([1_640, 40, 12_345].map(formatRoughSeconds)).toEqual(["1.6 s", "0.04 s", "12.3 s"]);
});

it("a success rate reads 100% only when nothing failed", () => {
  expect(formatShare(1)).toBe("100%");
  expect(formatShare(0.99996)).toBe("99.9%");
  expect(formatShare(0.992)).toBe("99.2%");
  expect(formatShare(0)).toBe("0.0%");
});
