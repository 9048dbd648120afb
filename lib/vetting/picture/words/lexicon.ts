/** A place in a text where a word of a class stands. */
export interface Hit<Class extends string> {
  readonly is: Class;
  readonly start: number;
  readonly end: number;
}

/** For each class its words; `_` joins the words of one that has several. */
export type WordList<Class extends string> = Readonly<Partial<Record<Class, string>>>;

interface Entry<Class extends string> {
  readonly is: Class;
  readonly rest: readonly string[];
}

/** No hit beyond so many in one text; a text with more says it a thousand times. */
const MAX_HITS = 20_000;
const WORD = /[a-z0-9]+(?:['’][a-z]+)?/g;

/**
 * Words of languages that part them by blanks, with their usual endings: "upload" also finds "uploads", "uploaded" and
 * "uploading". One pass over a text, whatever the number of words.
 */
export function readLexicon<Class extends string>(lists: readonly WordList<Class>[]) {
  const byFirst = new Map<string, Entry<Class>[]>();
  for (const [is, words] of lists.flatMap((list) => Object.entries(list) as [Class, string][])) {
    for (const phrase of words.split(/\s+/)) {
      const [first = "", ...rest] = phrase.split("_");
      for (const form of rest.length === 0 ? formsOf(first) : verbForms(first)) {
        const known = byFirst.get(form);
        const entry = { is, rest };
        if (known === undefined) byFirst.set(form, [entry]);
        else known.push(entry);
      }
    }
  }
  return (text: string): Hit<Class>[] => {
    const hits: Hit<Class>[] = [];
    const words = Array.from(text.matchAll(WORD), (match) => ({
      text: withoutPossessive(match[0]),
      start: match.index,
      end: match.index + match[0].length,
    }));
    for (const [at, word] of words.entries()) {
      for (const { is, rest } of byFirst.get(word.text) ?? []) {
        const end = endOfPhrase(words, at, rest);
        if (end !== null && hits.length < MAX_HITS) hits.push({ is, start: word.start, end });
      }
    }
    return hits;
  };
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The last word of a phrase may stand in the plural; no more than a blank, a hyphen or a mark lies between two. */
function endOfPhrase(words: readonly Word[], at: number, rest: readonly string[]): number | null {
  let end = words[at]?.end ?? 0;
  for (const [offset, part] of rest.entries()) {
    const word = words[at + 1 + offset];
    if (word === undefined || word.start - end > 2) return null;
    const last = offset === rest.length - 1;
    if (word.text !== part && !(last && formsOf(part).includes(word.text))) return null;
    ({ end } = word);
  }
  return end;
}

const withoutPossessive = (word: string) => word.replace(/['’]s$/, "");

function verbForms(word: string): string[] {
  return [word, ...(word.length > 3 ? formsOf(word) : [])];
}

/** Plural and the forms of a regular verb; forms that nobody writes harm nobody. */
function formsOf(word: string): string[] {
  if (word.length < 3 || /\d/.test(word)) return [word];
  const forms = [word, `${word}s`, `${word}ed`, `${word}ing`];
  if (word.endsWith("e")) forms.push(`${word}d`, `${word.slice(0, -1)}ing`);
  if (/[^aeiou]y$/.test(word)) forms.push(`${word.slice(0, -1)}ies`, `${word.slice(0, -1)}ied`);
  if (/(?:s|x|z|ch|sh)$/.test(word)) forms.push(`${word}es`);
  if (/[^aeiou][aeiou][bdgmnprt]$/.test(word)) {
    const double = word + word.charAt(word.length - 1);
    forms.push(`${double}ed`, `${double}ing`);
  }
  return [...new Set(forms)];
}

/** Words of languages that part none, found by their first character. */
export function readSigns<Class extends string>(lists: readonly WordList<Class>[]) {
  const byFirst = new Map<string, { is: Class; sign: string }[]>();
  for (const [is, words] of lists.flatMap((list) => Object.entries(list) as [Class, string][])) {
    for (const sign of words.split(/\s+/).map((each) => each.replaceAll("_", " "))) {
      const known = byFirst.get(sign.charAt(0));
      if (known === undefined) byFirst.set(sign.charAt(0), [{ is, sign }]);
      else known.push({ is, sign });
    }
  }
  return (text: string): Hit<Class>[] => {
    const hits: Hit<Class>[] = [];
    for (let at = 0; at < text.length && hits.length < MAX_HITS; at++) {
      for (const { is, sign } of byFirst.get(text.charAt(at)) ?? [])
        if (text.startsWith(sign, at)) hits.push({ is, start: at, end: at + sign.length });
    }
    return hits;
  };
}
