import { expect, test } from "vitest";
import { KNOWN_PROBLEMS, REASONS } from "@/components/forms/problem-note";
import { ERROR_CODES } from "@/lib/kernel/error-codes";
import en from "@/lib/platform/i18n/messages/en/forms.json";
import ko from "@/lib/platform/i18n/messages/ko/forms.json";
import zh from "@/lib/platform/i18n/messages/zh-Hans/forms.json";

test("every code a form can come back with is one there is, and has its sentence in each language", () => {
  for (const code of KNOWN_PROBLEMS) {
    expect(ERROR_CODES).toContain(code);
    for (const { problem } of [en, ko, zh]) expect(problem[code]).toMatch(/\S/);
  }
  expect(new Set(Object.keys(en.problem))).toEqual(new Set(KNOWN_PROBLEMS));
});

test("every reason that has a name has its sentence in each language, and no sentence is without its reason", () => {
  for (const { reason } of [en, ko, zh]) expect(Object.keys(reason).sort()).toEqual([...REASONS].sort());
});
