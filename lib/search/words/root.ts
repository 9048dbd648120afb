import { newStemmer } from "snowball-stemmers";

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
