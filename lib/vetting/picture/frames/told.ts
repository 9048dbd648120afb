import type { DeedKind } from "../picture";
import type { Purpose, Theme } from "../purpose";
import { isForbidden, isOrder, wordsOf } from "../step-words";
import type { Step, WordHit } from "../steps";

/** A deed that one sentence tells of. */
export interface Told {
  readonly kind: DeedKind;
  readonly object: string;
  /** Themes that make one expect it. */
  readonly themes: readonly Theme[];
  /** Said in a way that nobody says who means well: it counts also where the user is asked. */
  readonly isPlain?: boolean;
  /** The sentence says more than the deed needs: it counts as one that comes with every task. */
  readonly isHeavy?: boolean;
}

export type Frame = (step: Step, purpose: Purpose) => Told | null;

/** What a word of a sentence tells of. */
export const told = (
  step: Step,
  kind: DeedKind,
  hit: WordHit,
  themes: readonly Theme[] = ["security"],
  isPlain = false,
): Told => ({ kind, object: wordsOf(step, hit), themes, isPlain });

/** So many verbs of a sentence are looked at. */
const MAX_TRIES = 5;

/** The words of a sentence that a pattern finds, if it begins with what is told to do and nothing forbids it. */
export function tells(step: Step, pattern: RegExp): string | null {
  let from = 0;
  for (let tried = 0; tried < MAX_TRIES; tried++) {
    const found = pattern.exec(step.text.slice(from));
    if (found === null) return null;
    const [words] = found;
    const start = from + found.index;
    const verb = { start, end: start + (/^\w+/.exec(words)?.[0].length ?? 1) };
    if (isOrder(step, verb) && !isForbidden(step, verb))
      return words.replace(/\s+/g, " ").trim().slice(0, 80);
    from = verb.end;
  }
  return null;
}

/** The words that a pattern finds, wherever they stand, unless the sentence forbids them. */
export function says(step: Step, pattern: RegExp): string | null {
  const found = pattern.exec(step.text);
  if (found === null || isForbidden(step, { start: found.index, end: found.index + found[0].length }))
    return null;
  return found[0].replace(/\s+/g, " ").trim().slice(0, 80);
}
