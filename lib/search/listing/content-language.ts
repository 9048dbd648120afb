import type { ContentLanguage } from "@/lib/registry/views";

const TELLING_SHARE = 0.2;

/**
 * Guesses the language of a description from its script: Hangul `ko`, Han without kana `zh`, Latin `en`, else `und`.
 */
export function guessLanguage(text: string): ContentLanguage {
  const letters = count(text, /\p{L}/gu);
  const share = (script: RegExp) => (letters === 0 ? 0 : count(text, script) / letters);
  if (share(/\p{sc=Hangul}/gu) >= TELLING_SHARE) return "ko";
  if (share(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu) >= TELLING_SHARE / 2) return "und";
  if (share(/\p{sc=Han}/gu) >= TELLING_SHARE) return "zh";
  return share(/\p{sc=Latin}/gu) > 1 - TELLING_SHARE ? "en" : "und";
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
