import { IRREGULAR_STEMS, OTHER_WITHOUT_E, WHOLE_WORDS } from "@/lib/search/words/lexicon/word-lists";
import { newStemmer } from "snowball-stemmers";

const SHORTEST_STEMMED = 4;
const SHORTEST_STEM = 3;
const SHORTEST_ACTION = 8;
const SHORTEST_GREEK = 7;
const VOWEL = /[aeiouy]/;
/** Behind several syllables both ways of writing are one: "labelling" and "labeling", "install" and "instal". */
const LONG_L = /[aeiouy][^aeiouy]+[aeiouy]+ll$/;

/**
 * Light English stemming: plural, -ing, -ed, -tion of longer words and a silent -e, and nothing else ("translate",
 * "translates", "translating" and "translation" become "translat"). Words with digits, in other scripts or under four
 * letters stay as they are. Stored words are made by it: a change of it raises `WORDS_EDITION`.
 */
export function stemWord(word: string): string {
  const irregular = IRREGULAR_STEMS.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < SHORTEST_STEMMED || !/^[a-z]+$/.test(word)) return word;
  if (WHOLE_WORDS.has(word)) return word;
  const singular = stripPlural(word);
  if (WHOLE_WORDS.has(singular)) return singular;
  const stem = stripSilentE(stripAction(stripVerbEnding(singular)));
  return stem.endsWith("ll") && LONG_L.test(stem) ? stem.slice(0, -1) : stem;
}

function stripPlural(word: string): string {
  if (!word.endsWith("s") && !word.endsWith("ie")) return word;
  if (/[^aeiou]ies?$/.test(word) && word.length > SHORTEST_STEMMED) return word.replace(/ies?$/, "y");
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  if (/[^s]sis$/.test(word) && word.length >= SHORTEST_GREEK) return word.slice(0, -2); // "analyses" ends there too
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

function stripVerbEnding(word: string): string {
  if (!word.endsWith("ing") && !word.endsWith("ed")) return word;
  if (/[^aeiou]ied$/.test(word) && word.length > SHORTEST_STEMMED) return `${word.slice(0, -3)}y`;
  const ending = word.endsWith("ing") ? 3 : /[^e]ed$/.test(word) ? 2 : 0;
  const stem = word.slice(0, word.length - ending);
  if (ending === 0 || stem.length < SHORTEST_STEM || !VOWEL.test(stem)) return word;
  if (stem.length > SHORTEST_STEM && /([bdgkmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  return OTHER_WITHOUT_E.has(stem) ? `${stem}e` : stem; // else it were doubled: "planing", "planning"
}

function stripAction(word: string): string {
  if (word.length < SHORTEST_ACTION || !word.endsWith("tion") || WHOLE_WORDS.has(word)) return word;
  if (word.endsWith("ification")) return `${word.slice(0, -"ication".length)}y`;
  return word.slice(0, /i[sz]ation$/.test(word) ? -"ation".length : -"ion".length);
}

function stripSilentE(word: string): string {
  if (!word.endsWith("e") || word.endsWith("ee") || word.length < SHORTEST_STEMMED) return word;
  const without = word.slice(0, -1);
  return OTHER_WITHOUT_E.has(without) ? word : without;
}

const english = newStemmer("english");
const SHORTEST = 5;
const SHORTEST_ROOT = 3;
/** What does something is named after it: "checker", "counter", "editor". */
const AGENT = /(?:er|or)$/;

/**
 * What a word shares with those made of it: "counter" and "count", "validator" and "validation". Wider than a stem, so
 * it counts less. Snowball's English stemmer, and before it the ending of who or what does something.
 */
export function rootOf(word: string): string {
  if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) return word;
  const doing = word.replace(/s$/, "").replace(AGENT, "");
  const bare = doing.length >= SHORTEST_ROOT ? doing.replace(/([bdfglmnprtz])\1$/, "$1") : word;
  const root = english.stem(bare).replace(/(?<=.{5})[ei]$/, "");
  return root.length >= SHORTEST_ROOT ? root : word;
}
