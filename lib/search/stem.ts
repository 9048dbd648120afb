const SHORTEST_STEMMED = 4;
const SHORTEST_ACTION = 8;
const VOWEL = /[aeiouy]/;

/**
 * Light English stemming: plural, -ing, -ed, -tion of longer words and a silent -e, and nothing else ("translate",
 * "translates", "translating" and "translation" become "translat"). Words with digits, in other scripts or under four
 * letters stay as they are.
 */
export function stemWord(word: string): string {
  if (word.length < SHORTEST_STEMMED || !/^[a-z]+$/.test(word)) return word;
  const singular = stripPlural(word);
  const bare =
    singular.length >= SHORTEST_ACTION && singular.endsWith("tion")
      ? singular.slice(0, -3)
      : stripVerbEnding(singular);
  return /[^e]e$/.test(bare) && bare.length >= SHORTEST_STEMMED ? bare.slice(0, -1) : bare;
}

function stripPlural(word: string): string {
  if (/[^aeiou]ies$/.test(word) && word.length > SHORTEST_STEMMED) return `${word.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

function stripVerbEnding(word: string): string {
  const ending = word.endsWith("ing") ? 3 : /[^e]ed$/.test(word) ? 2 : 0;
  const stem = word.slice(0, word.length - ending);
  const shortest = ending === 2 ? SHORTEST_STEMMED : SHORTEST_STEMMED - 1;
  if (ending === 0 || stem.length < shortest || !VOWEL.test(stem)) return word;
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}
