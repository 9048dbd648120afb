import type { IssueMeanings } from "@/lib/i18n/code-meanings";

/** Fetched with the first check of a reader who needs one; English needs none. */
const TABLES: Record<string, (() => Promise<{ default: Record<string, string> }>) | undefined> = {
  "zh-Hans": () => import("@/lib/i18n/messages/zh-Hans/issues.json"),
  ko: () => import("@/lib/i18n/messages/ko/issues.json"),
};

/**
 * What the codes of issues mean in a language; undefined in English, and when the table cannot be reached: a check
 * goes on.
 */
export async function loadMeanings(lang: string): Promise<IssueMeanings | undefined> {
  const table = await TABLES[lang]?.().catch(() => undefined);
  return table && { lang, byCode: table.default };
}
