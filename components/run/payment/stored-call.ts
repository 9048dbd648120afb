import { storeText, useStoredText } from "@/components/run/form/stored-text";
import type { RunView } from "@/components/run/market-api";

/** A longer answer is not kept for the next visit: other things of this market need the browser's storage too. */
const MAX_KEPT_CHARACTERS = 200_000;

const keyOf = (slug: string) => `emporion.last.${slug}`;

/** What this browser kept of the last call of a skill, null for nothing, and how to remove it. */
export function useStoredCall(slug: string) {
  return { last: useStoredText(keyOf(slug)), remove: () => storeText(keyOf(slug), null) };
}

/** Keeps a call for the next visit, in the place of the one before. */
export function storeCall(slug: string, version: string, run: RunView): void {
  const text = JSON.stringify({ at: Date.now(), version, run });
  if (text.length <= MAX_KEPT_CHARACTERS) storeText(keyOf(slug), text);
}
