import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { SentenceSpace } from "@/components/ui/sentences";
import type { Locale } from "@/lib/platform/i18n/routing";

const between = (locale: Locale) => htmlOf(<SentenceSpace />, locale);

test("sentences are parted by a space, and in Chinese by the full stop alone", () => {
  expect(between("en")).toBe(" ");
  expect(between("ko")).toBe(" ");
  expect(between("zh-Hans")).toBe("");
});
