const SHOWN = 3;

/** Names of fields as words: "old_text" and "oldText" are "old text". What is no longer shown is told by `more`. */
export function fieldWords(names: readonly string[]): { words: string[]; more: boolean } {
  return { words: names.slice(0, SHOWN).map(toWords), more: names.length > SHOWN };
}

function toWords(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
  return /\p{Lu}{2}/u.test(words) ? words : words.toLowerCase();
}
