import { editDistanceOne } from "@/lib/registry/search-words/edit-distance-one";
import { stemWord } from "@/lib/registry/search-words/stem";
import { pairsOf } from "@/lib/registry/search-words/tokens";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const LATIN = /^[a-z]{4,20}$/;
const HANGUL = /^\p{sc=Hangul}{2,5}$/u;
const FIRST_SYLLABLE = 0xac00;
/** How many leads, vowels and tails a syllable of Hangul is composed of; the Unicode Standard, 3.12. */
const [LEADS, VOWELS, TAILS] = [19, 21, 28];

/** What a word may have been meant to be. */
export interface Slip {
  readonly meant: string;
  readonly tokens: readonly string[];
}

/**
 * Every word that is one slip of the keys away: a Latin letter left out, added, changed, or two swapped; a letter of a
 * syllable of Hangul changed. None for short words and other scripts.
 */
export function slipsOf(word: string): Slip[] {
  if (LATIN.test(word))
    return editDistanceOne(word, LETTERS).map((meant) => ({ meant, tokens: [stemWord(meant)] }));
  if (HANGUL.test(word)) return slipsOfHangul(word).map((meant) => ({ meant, tokens: pairsOf(meant) }));
  return [];
}

function slipsOfHangul(word: string): string[] {
  const syllables = Array.from(word);
  return syllables.flatMap((syllable, i) => {
    const code = syllable.charCodeAt(0) - FIRST_SYLLABLE;
    const [lead, vowel, tail] = [
      Math.floor(code / (VOWELS * TAILS)),
      Math.floor(code / TAILS) % VOWELS,
      code % TAILS,
    ];
    const others = [
      ...Array.from({ length: LEADS }, (_, n) => [n, vowel, tail] as const),
      ...Array.from({ length: VOWELS }, (_, n) => [lead, n, tail] as const),
      ...Array.from({ length: TAILS }, (_, n) => [lead, vowel, n] as const),
    ];
    return others
      .map(([l, v, t]) => String.fromCharCode(FIRST_SYLLABLE + (l * VOWELS + v) * TAILS + t))
      .filter((other) => other !== syllable)
      .map((other) => [...syllables.slice(0, i), other, ...syllables.slice(i + 1)].join(""));
  });
}
