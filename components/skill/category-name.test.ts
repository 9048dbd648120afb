import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { categoryName } from "@/components/skill/category-name";
import { loadMessages } from "@/lib/platform/i18n/translations";
import type { Locale } from "@/lib/platform/i18n/routing";

const name = (category: string, locale: Locale) =>
  categoryName(category, createTranslator({ locale, messages: loadMessages(locale) }));

test.each([
  ["developer-tools", "en", "Developer tools"],
  ["developer_tools", "ko", "개발 도구"],
  ["Finance", "zh-Hans", "财务"],
] as const)("%s is a word of %s: %s", (category, locale, shown) => {
  expect(name(category, locale)).toBe(shown);
});

test.each(["tax_advice", "constructor", "a.b", "한국 세무"])(
  "%s stands as its author wrote it",
  (category) => {
    const written = category.replaceAll("_", " ");
    expect(name(category, "ko")).toBe(written.charAt(0).toUpperCase() + written.slice(1));
  },
);
