/** Letters that many typefaces show as a Latin one, by it: small and capital letters of other scripts, and `I`, `1`, `|`, `0`. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: "аαɑ",
  b: "Ьƅ",
  c: "сϲ",
  d: "ԁ",
  e: "еҽ",
  g: "ɡց",
  h: "һհ",
  i: "іιıɩ",
  j: "јϳ",
  l: "I1|ӏⅼǀІ",
  n: "ոռ",
  o: "оοօ",
  p: "рρ",
  q: "ԛ",
  s: "ѕ",
  u: "υսս",
  v: "νѵ",
  w: "ԝա",
  x: "хχ",
  y: "уү",
  A: "АΑ",
  B: "ВΒ",
  C: "СϹ",
  E: "ЕΕ",
  H: "НΗ",
  J: "Ј",
  K: "КΚ",
  M: "МΜ",
  N: "Ν",
  O: "0ОΟՕ",
  P: "РΡ",
  S: "ЅՏ",
  T: "ТΤ",
  X: "ХΧ",
  Y: "ҮΥ",
  Z: "Ζ",
  "-": "‐‑‒–−",
  "'": "’‘ʼ",
};

const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin])),
);

const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

/** What a text looks like: equal for texts that a person cannot tell apart. */
const lookOf = (text: string): string =>
  Array.from(text.normalize("NFKC"), (letter) =>
    UNSEEN.test(letter) ? "" : (LATIN.get(letter) ?? letter),
  ).join("");

const codeOf = (letter: string | undefined): string =>
  letter === undefined
    ? "nothing"
    : `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Of more words than a message has, and longer ones, nothing is said. */
const MOST_WORDS = 60;
const MOST_LETTERS = 200;
const MOST_ALIKE = 2;

/** Finds of some words the one that looks like another and is not it; the words are read once, when first asked. */
export function alikeFinder(words: () => Iterable<string>): (word: string) => string | undefined {
  let byLook: Map<string, string[]> | undefined;
  return (word) => {
    if (word.length > MOST_LETTERS) return undefined;
    byLook ??= groupByLook(words());
    return byLook.get(lookOf(word))?.find((other) => other !== word);
  };
}

function groupByLook(words: Iterable<string>): Map<string, string[]> {
  const byLook = new Map<string, string[]>();
  for (const word of words) {
    if (word.length > MOST_LETTERS) continue;
    const look = lookOf(word);
    byLook.set(look, [...(byLook.get(look) ?? []), word].slice(0, MOST_ALIKE));
  }
  return byLook;
}

/** Where two texts that look equal differ, as a sentence without its end; null for equal ones and for others. */
export function explainAlike(one: string, other: string): string | null {
  if (one === other || Math.max(one.length, other.length) > MOST_LETTERS || lookOf(one) !== lookOf(other))
    return null;
  const [left, right] = [Array.from(one), Array.from(other)];
  const at = left.findIndex((letter, index) => letter !== right[index]);
  const place = at === -1 ? left.length : at;
  const unseen = [left[place], right[place]].find((letter) => letter !== undefined && UNSEEN.test(letter));
  const hint = unseen === undefined ? "" : `; ${codeOf(unseen)} is not seen`;
  return `the two look equal, and differ in letter ${place + 1}: ${codeOf(left[place])} and ${codeOf(right[place])}${hint}`;
}

/** What in a word is no plain letter although it looks like one, as a sentence without its end; null where nothing is. */
export function explainDisguise(word: string): string | null {
  if (/^[ -~]*$/.test(word) || !/^[ -~]+$/.test(lookOf(word.slice(0, MOST_LETTERS)))) return null;
  const letters = Array.from(word);
  const at = letters.findIndex((letter) => !/[ -~]/.test(letter));
  return `its letter ${at + 1} is ${codeOf(letters[at])}, which is ${UNSEEN.test(letters[at] ?? "") ? "not seen" : "no plain letter"}`;
}

/**
 * A message with where two of its words differ that look equal, as a reader would otherwise be told that a word is not
 * what it is. `more` are words that stand beside the message, such as the key it is about.
 */
export function explainAlikeWords(message: string, more: readonly string[] = []): string {
  const words = [...new Set([...more, ...(message.match(/[^\s"',;()]+/g) ?? [])])].slice(0, MOST_WORDS);
  const byLook = new Map<string, string>();
  for (const word of words) {
    if (word.length < 3) continue;
    const look = lookOf(word.slice(0, MOST_LETTERS));
    const before = byLook.get(look);
    const difference = before === undefined ? null : explainAlike(before, word);
    if (difference !== null) return `${message}; ${difference}`;
    byLook.set(look, word);
  }
  return message;
}
