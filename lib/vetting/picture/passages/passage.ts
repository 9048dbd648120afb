import type { DeedKind } from "../picture";
import type { Purpose, Theme } from "../purpose";
import { isForbidden } from "../step-words";
import type { Step } from "../steps";
import type { WordClass } from "../words/classes";

/** Steps of one paragraph or list that are read together: what one begins, another ends. */
export type Passage = readonly Step[];

/** So many steps are looked at together; the next passage begins in the middle of this one. */
const SIZE = 6;

/** The paragraphs and lists of a document; long ones in pieces that overlap. */
export function passagesOf(steps: readonly Step[]): Passage[] {
  const passages: Passage[] = [];
  let from = 0;
  while (from < steps.length) {
    let end = from + 1;
    while (end < steps.length && steps[end]?.block === steps[from]?.block) end += 1;
    for (let at = from; at === from || at + SIZE / 2 < end; at += SIZE / 2)
      passages.push(steps.slice(at, Math.min(end, at + SIZE)));
    from = end;
  }
  return passages;
}

export interface Found {
  readonly step: Step;
  readonly start: number;
  readonly end: number;
}

/** Behind a word it says that the opposite is meant: "root logins stay forbidden". */
const TURNED_BEHIND =
  /^[^.;,:]{0,40}?\b(?:stays?|remains?|are|is|be|as)\s+(?:\w+\s+)?(?:forbidden|prohibited|blocked|not|never|on|hidden|confidential|mistakes?|wrong|secret)\b|^[^。，；]{0,8}(?:是错误|属于错误|很危险)/i;
/** What a list of checks looks for. */
const LOOKS_FOR =
  /\b(?:check|look|scan|search|watch|test|grep|review|audit|warn|alert|report|flag|find|detect|point out|avoid|refuse|reject|block|prevent|beware)\b[^.;]{0,60}$/i;

const isTurned = (step: Step, place: { readonly start: number; readonly end: number }) =>
  isForbidden(step, place) ||
  // "编造的数据": of what kind something is.
  step.text.charAt(place.end) === "的" ||
  TURNED_BEHIND.test(step.text.slice(place.end, place.end + 60)) ||
  LOOKS_FOR.test(step.text.slice(Math.max(0, place.start - 70), place.start));

/** The words of some classes that are meant as they stand; one of each place. */
export function meant(passage: Passage, classes: readonly WordClass[]): (Found & { is: WordClass })[] {
  const found: (Found & { is: WordClass })[] = [];
  for (const step of passage) {
    let last = -1;
    for (const hit of step.hits) {
      if (!classes.includes(hit.is) || hit.start < last || isTurned(step, hit)) continue;
      found.push({ step, start: hit.start, end: hit.end, is: hit.is });
      last = hit.end;
    }
  }
  return found;
}

/** Where a pattern stands in a passage and is meant as it stands. */
export function saysIn(passage: Passage, pattern: RegExp): Found | null {
  for (const step of passage) {
    const match = pattern.exec(step.text);
    if (match === null) continue;
    const place = { start: match.index, end: match.index + match[0].length };
    if (!isTurned(step, place)) return { step, ...place };
  }
  return null;
}

/** What a passage tells of, and where. */
export interface PassageTold {
  readonly kind: DeedKind;
  readonly at: Found;
  readonly themes: readonly Theme[];
  /** Counts also where the user is asked. */
  readonly isPlain?: boolean;
  /** Weighs as what comes with every task. */
  readonly isHeavy?: boolean;
}

export type PassageFrame = (passage: Passage, purpose: Purpose) => PassageTold | null;
