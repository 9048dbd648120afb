import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { labelsOf } from "@/lib/platform/i18n/labels";
import { loadMessages } from "@/lib/platform/i18n/translations";
import english from "@/lib/platform/i18n/messages/en/run.json";
import { LOCALES } from "@/lib/platform/i18n/routing";

const translator = (locale: (typeof LOCALES)[number]) =>
  createTranslator({
    locale,
    messages: loadMessages(locale),
    onError(error) {
      throw error;
    },
    // Its messages come from files read at run time, so the compiler cannot know their keys.
  }) as unknown as Parameters<typeof labelsOf>[0];

test.each(LOCALES)("the labels in %s are the texts of their part, under the keys of English", (locale) => {
  const labels = labelsOf(translator(locale), "run.form", { price: "free" });
  expect(Object.keys(labels)).toEqual(Object.keys(english.form));
  for (const text of Object.values(labels)) expect(text).toMatch(/\S/);
});

test("a value is filled in where it is known, and its place stays where it is not", () => {
  const { callsMost, callsLeft } = labelsOf(translator("en"), "run.form", { most: 20, price: "free" });
  expect(callsMost).toBe("You can buy at most 20 calls with one signature.");
  expect(callsLeft).toBe("{left} of {calls} paid calls left");
});
