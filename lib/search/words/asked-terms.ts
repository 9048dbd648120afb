import { longestKnownAt, otherSayings, phraseAt, type Saying } from "@/lib/search/words/lexicon/sayings";
import { englishSayings } from "@/lib/search/words/lexicon/chinese-english";
import { stemWord, rootOf } from "@/lib/search/words/stem";
import { KOREAN_ENDINGS, MARKET_WORDS, STOP_WORDS } from "@/lib/search/words/lexicon/word-lists";
import {
  foldWords,
  MAX_PREFIX_LENGTH,
  MAX_WORD_LENGTH,
  MIN_PREFIX_LENGTH,
  pairsOf,
  PREFIX_MARK,
  ROOT_MARK,
  listWords,
  type Word,
} from "@/lib/search/words/tokens";
export type MatchKind = "word" | "stem" | "correction" | "beginning" | "translation";

/** One way to answer a word that is asked for: with all of the tokens, or in part with some. */
export interface Way {
  readonly kind: MatchKind;
  readonly tokens: Saying;
  /** What an answer of this kind is worth, of 1 for the word itself. */
  readonly worth: number;
}

/** One word of a query, and the ways to answer it. */
export interface AskedTerm {
  /** As it stands in the folded query. */
  readonly written: string;
  readonly ways: readonly Way[];
  /** What everything in the market is called: it orders what other words find. */
  readonly ordersOnly: boolean;
}

/** Syllables. */
const SHORTEST_KOREAN_WORD = 2;
const MAX_QUERY_LENGTH = 200;
const MAX_TERMS = 12;
const MAX_SAYINGS = 8;

const WORTH = {
  word: 1,
  stem: 0.8,
  correction: 0.7,
  beginning: 0.6,
  translation: 0.5,
  otherTranslation: 0.4,
  dictionary: 0.35,
  synonym: 0.35,
  related: 0.25,
};

/** What is a verb with one of these behind it is written as one word where it is a thing: "backing up", a backup. */
const PARTICLES: ReadonlySet<string> = new Set(["up", "out", "in", "off", "down", "over", "on", "back"]);

const LONGEST_CHINESE = 5;

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** The words of a query that say something, each with the ways a skill may answer it; at most twelve. */
export function askedTerms(query: string): AskedTerm[] {
  const folded = foldWords(query.slice(0, MAX_QUERY_LENGTH));
  const words = listWords(folded.replace(/(?<=[a-z])['’](?=[a-z])/g, ""));
  const telling = words.some((word) => !isStopWord(word)) ? words.filter((word) => !isStopWord(word)) : words;
  const unfinished = /\s$/u.test(query) ? undefined : words.at(-1);
  const latin = words.map((word) => (word.kind === "word" ? word.text : ""));
  const terms = telling.flatMap((word) =>
    word.kind === "run"
      ? termsOfRun(word.text)
      : [termOfWord(word.text, word === unfinished, latin.slice(words.indexOf(word)))],
  );
  const all = unite(terms).slice(0, MAX_TERMS);
  return all.some(({ ordersOnly }) => !ordersOnly)
    ? all
    : all.map((term) => ({ ...term, ordersOnly: false }));
}

function isStopWord({ text, kind }: Word): boolean {
  return STOP_WORDS.has(text) || (kind === "run" && STOP_WORDS.has(stripKoreanEnding(text)));
}

/** `behind` are the words of the query from this one on. */
function termOfWord(text: string, unfinished: boolean, behind: readonly string[]): AskedTerm {
  const word = text.slice(0, MAX_WORD_LENGTH);
  const stem = stemWord(word);
  const root = rootOf(word);
  const ways: Way[] = [
    { kind: "word", tokens: [stem], worth: WORTH.word },
    { kind: "stem", tokens: [root], worth: WORTH.stem },
    { kind: "stem", tokens: [ROOT_MARK + root], worth: WORTH.stem },
  ];
  if (unfinished && word.length >= MIN_PREFIX_LENGTH)
    ways.push({
      kind: "beginning",
      tokens: [PREFIX_MARK + word.slice(0, MAX_PREFIX_LENGTH)],
      worth: WORTH.beginning,
    });
  ways.push(...waysByLexicon(stem));
  const phrase = phraseAt(behind, 0);
  if (phrase !== null) ways.push(...waysByLexicon(phrase));
  const [, particle = ""] = behind;
  if (PARTICLES.has(particle))
    ways.push({ kind: "stem", tokens: [stemWord(root + particle)], worth: WORTH.stem });
  return { written: text, ways: distinct(ways), ordersOnly: MARKET_WORDS.has(text) };
}

function waysByLexicon(key: string): Way[] {
  const others = otherSayings(key);
  if (others === null) return [];
  const way =
    (worth: number) =>
    (tokens: Saying): Way => ({ kind: "translation", tokens, worth });
  return [
    ...others.translations.slice(0, 1).map(way(WORTH.translation)),
    ...others.translations.slice(1, MAX_SAYINGS).map(way(WORTH.otherTranslation)),
    ...others.synonyms.slice(0, MAX_SAYINGS).map(way(WORTH.synonym)),
    ...others.related.slice(0, MAX_SAYINGS).map(way(WORTH.related)),
  ];
}

/** The words of a run of Chinese or Korean: those of the lexicons first, then as the segmenter of ICU cuts the rest. */
function termsOfRun(run: string): AskedTerm[] {
  if (/\p{sc=Hangul}/u.test(run)) return termsOfKorean(run);
  const pieces = cutChinese(run).filter((piece) => !STOP_WORDS.has(piece));
  const known = pieces.some((piece) => Array.from(piece).length > 1 || piece === run);
  return (known ? pieces : [run]).map(termOfPiece);
}

function termsOfKorean(word: string): AskedTerm[] {
  const bare = otherSayings(word) ? word : stripKoreanEnding(word);
  const terms: AskedTerm[] = [];
  let unknown = "";
  const flush = () => {
    const rest = unknown.length > 1 ? stripKoreanEnding(unknown) : unknown;
    if (rest.length > 1 || (terms.length === 0 && rest.length > 0)) terms.push(termOfPiece(rest));
    unknown = "";
  };
  for (let at = 0; at < bare.length;) {
    const piece = longestKnownAt(bare, at);
    if (piece === null) {
      unknown += bare.charAt(at);
      at += 1;
      continue;
    }
    if (unknown) flush();
    terms.push(termOfPiece(piece));
    at += piece.length;
  }
  if (unknown && !STOP_WORDS.has(unknown)) flush();
  return terms.length > 0 ? terms : [termOfPiece(word)];
}

/** A longer word of the dictionary than the one of the lexicons: a murder mystery is no script (剧本杀, 剧本). */
function longerInDictionary(run: string, at: number, known: number): string | undefined {
  const lengths = Array.from({ length: Math.max(LONGEST_CHINESE - known, 0) }, (_, i) => LONGEST_CHINESE - i);
  return lengths
    .map((length) => run.slice(at, at + length))
    .find((piece) => piece.length > known && englishSayings(piece).length > 0);
}

function cutChinese(run: string): string[] {
  const pieces: string[] = [];
  let rest = "";
  const flush = () => {
    let single = "";
    const end = () => {
      if (single) pieces.push(single);
      single = "";
    };
    for (const { segment } of segmenter.segment(rest)) {
      if (STOP_WORDS.has(segment)) end();
      else if (Array.from(segment).length === 1) single += segment;
      else {
        end();
        pieces.push(segment);
      }
    }
    end();
    rest = "";
  };
  for (let at = 0; at < run.length;) {
    const known = longestKnownAt(run, at);
    const piece = known && (longerInDictionary(run, at, known.length) ?? known);
    if (piece === null) {
      rest += run.charAt(at);
      at += 1;
      continue;
    }
    flush();
    pieces.push(piece);
    at += piece.length;
  }
  flush();
  return pieces;
}

function termOfPiece(piece: string): AskedTerm {
  const pairs = pairsOf(piece);
  const translations = otherSayings(piece) === null ? englishSayings(piece) : [];
  const ways: Way[] = [
    { kind: "word", tokens: pairs, worth: WORTH.word },
    ...waysByLexicon(piece),
    ...translations.map((tokens): Way => ({ kind: "translation", tokens, worth: WORTH.dictionary })),
  ];
  return { written: piece, ways: distinct(ways), ordersOnly: MARKET_WORDS.has(piece) };
}

function distinct(ways: readonly Way[]): Way[] {
  const best = new Map<string, Way>();
  for (const way of ways) {
    const key = way.tokens.join(" ");
    const before = best.get(key);
    if (before === undefined || before.worth < way.worth) best.set(key, way);
  }
  return [...best.values()];
}

/** Each word once, however often it is written. */
function unite(terms: readonly AskedTerm[]): AskedTerm[] {
  return [...new Map(terms.map((term) => [term.ways[0]?.tokens.join(" "), term])).values()];
}

/** The word without what is written onto it, of two syllables at least; the word itself where nothing is. */
function stripKoreanEnding(word: string): string {
  const ending = KOREAN_ENDINGS.find(
    (each) => word.endsWith(each) && word.length - each.length >= SHORTEST_KOREAN_WORD,
  );
  return ending === undefined ? word : word.slice(0, -ending.length);
}
