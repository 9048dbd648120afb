import { expect, test } from "vitest";
import { preferredLocale } from "@/lib/platform/i18n/page-language";

test.each([
  [undefined, "en"],
  ["", "en"],
  ["*", "en"],
  ["ko-KR,ko;q=0.9,en;q=0.8", "ko"],
  ["fr;q=1, zh-CN;q=0.7, ko;q=0.8", "ko"],
  ["en;q=0.5, zh-Hant;q=0.6", "zh-Hans"],
  ["ko;q=0, en", "en"],
  ["ko;q=abc", "ko"],
  [`${"x,".repeat(10_000)}ko`, "en"],
])("%j is read as %s", (header, locale) => expect(preferredLocale(header)).toBe(locale));
