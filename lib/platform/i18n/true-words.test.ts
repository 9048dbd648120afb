import { expect, test } from "vitest";
import { loadMessages, type Messages } from "@/lib/platform/i18n/translations";
import { LOCALES } from "@/lib/platform/i18n/routing";

/** The one message that says a search was counted; the page shows it only when it was (`NoMatch`, `Unmet`). */
const COUNTED = "browse.empty.counted";

/** Phrases that claim what the market does not know, or leave open which of two causes it was. */
const UNTRUE: Record<(typeof LOCALES)[number], readonly RegExp[]> = {
  en: [
    /\b(?:was counted|counted (?:under|as))\b/i,
    /\bthere are none, or\b/i,
    /\bor the market can\b/i,
    /\beach search that finds\b/i,
  ],
  "zh-Hans": [/已被?[记计]入/, /没有示例，或/, /或市场无法/, /每次没有结果/],
  ko: [/집계(?:했|되었)습니다/, /없거나 마켓/, /또는 마켓이 실행/],
};

/** Every message of a language by its full key. */
const flatten = (messages: Messages, prefix = ""): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );

test.each(LOCALES)("no text in %s claims what was not done, or leaves the cause open", (locale) => {
  const claims = flatten(loadMessages(locale)).filter(([, text]) =>
    UNTRUE[locale].some((phrase) => phrase.test(text)),
  );
  expect(claims.map(([key]) => key)).toEqual([COUNTED]);
});
