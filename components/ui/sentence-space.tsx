import { useLocale } from "next-intl";

/** What stands between two sentences: nothing in Chinese, whose full stop brings its own room. */
export function SentenceSpace() {
  return useLocale() === "zh-Hans" ? null : " ";
}
