import { useLocale } from "next-intl";
import type { ReactNode } from "react";

/** A ready-made part for a message with tags: `t.rich(key, { time: slot(<When … />) })`. */
export function slot(content: ReactNode): () => ReactNode {
  return () => content;
}

/** What stands between two sentences: nothing in Chinese, whose full stop brings its own room. */
export function SentenceSpace() {
  return useLocale() === "zh-Hans" ? null : " ";
}
