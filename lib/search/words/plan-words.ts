import type { Database } from "@/lib/db/client";
import type { AskedTerm, MatchKind, Way } from "@/lib/search/words/asked-terms";
import { NAME_MARK, TOPIC_MARK, pairsOf } from "@/lib/search/words/tokens";
import { selectFrequencies, type Frequencies } from "@/lib/search/words/word-frequencies-repository";
import { editDistanceOne } from "@/lib/kernel/edit-distance-one";
import { stemWord } from "@/lib/search/words/stem";

/** A word of a query, weighed by how rare it is in the market. */
export interface PlannedTerm {
  readonly written: string;
  /** Inverse document frequency of all the ways to say it, taken as one word. */
  readonly weight: number;
  /** False for one that very many skills have, where a rarer one is asked for too: it orders, and finds nothing. */
  readonly finds: boolean;
  readonly ways: readonly PlannedWay[];
}

interface PlannedWay {
  readonly kind: MatchKind;
  /** As written in a query, for a correction. */
  readonly meant?: string;
  readonly worth: number;
  /** Those that some skill has; a skill answers in part with a part of `of`. */
  readonly tokens: readonly string[];
  readonly of: number;
  /** How many skills have its commonest token. */
  readonly skills: number;
}

export interface WordPlan {
  readonly terms: readonly PlannedTerm[];
  /** What the words that a skill answers must weigh together for it to be found. */
  readonly needed: number;
}

/** Of what is asked for, by weight; below, only what is common was answered. */
const NEEDED_SHARE = 0.27;
const VERY_COMMON = 5_000;
const CORRECTION = 0.7;
const MAX_CORRECTIONS = 3;
/** A word that no skill has says less about what is wanted than a rare one that some have. */
const UNKNOWN_WORTH = 0.6;
/** Less where the lexicons may only lack a translation of it. */
const UNTRANSLATED_WORTH = 0.3;
const NOT_LATIN = /\p{sc=Han}|\p{sc=Hangul}/u;
/** Weak ways of saying make a word less common than they are themselves. */
const WEAK = 0.6;

/**
 * Weighs the words of a query, and puts slips of the keys right: a word that no skill has is read as one that skills
 * are named or tagged by, and where none is, as one of their texts. One query, three when a word may be a slip.
 */
export async function planWords(db: Database, asked: readonly AskedTerm[]): Promise<WordPlan> {
  if (asked.length === 0) return { terms: [], needed: 0 };
  const tokens = asked.flatMap(({ ways }) => ways.flatMap((way) => way.tokens));
  const known = await selectFrequencies(db, [...new Set(tokens)]);
  const corrected = await correct(db, asked, known);
  const terms = corrected.asked.map((term) => planTerm(term, corrected.known));
  const rarest = Math.min(...terms.map(({ skills, ordersOnly }) => (ordersOnly ? 0 : skills) || Infinity));
  const planned = terms.map(({ skills, ordersOnly, ...term }): PlannedTerm => ({
    ...term,
    finds: !ordersOnly && (skills <= VERY_COMMON || rarest > VERY_COMMON),
  }));
  const all = planned.reduce((sum, { weight, finds }) => sum + (finds ? weight : 0), 0);
  return { terms: planned, needed: all * NEEDED_SHARE };
}

function planTerm({ written, ways, ordersOnly }: AskedTerm, { skills: market, of }: Frequencies) {
  const planned = ways.flatMap((way): PlannedWay[] => {
    const tokens = way.tokens.filter((token) => of.has(token));
    const skills = Math.max(0, ...tokens.map((token) => of.get(token) ?? 0));
    return tokens.length === 0 ? [] : [{ ...way, tokens, of: way.tokens.length, skills }];
  });
  const whole = (way: PlannedWay) => Math.min(...way.tokens.map((token) => of.get(token) ?? 0));
  const skills = planned.reduce(
    (sum, way) => sum + whole(way) * (way.worth >= WEAK ? way.worth : way.worth / 2),
    0,
  );
  const few = Math.min(skills, market / 2);
  const weight =
    planned.length === 0
      ? Math.log(1 + market) * (NOT_LATIN.test(written) ? UNTRANSLATED_WORTH : UNKNOWN_WORTH)
      : Math.log(1 + (market - few + 0.5) / (few + 0.5));
  return { written, weight, ways: planned, skills, ordersOnly };
}

async function correct(db: Database, asked: readonly AskedTerm[], known: Frequencies) {
  const isKnown = ({ kind, tokens }: Way) =>
    kind !== "translation" && tokens.every((token) => known.of.has(token));
  const slips = asked.map((term) =>
    term.ways.some(isKnown) && !PLURAL_OF_TWO.test(term.written) ? [] : slipsOf(term.written),
  );
  const tokens = new Set(slips.flatMap((each) => each.flatMap((slip) => slip.tokens)));
  if (tokens.size === 0) return { asked, known };
  const meant = await selectFrequencies(db, [...tokens]);
  const named = await selectFrequencies(
    db,
    [...meant.of.keys()].flatMap((token) => [NAME_MARK + token, TOPIC_MARK + token]),
  );
  const isName = (token: string) => named.of.has(NAME_MARK + token) || named.of.has(TOPIC_MARK + token);
  const rarestOf = (parts: readonly string[]) => Math.min(...parts.map((token) => meant.of.get(token) ?? 0));
  const corrected = asked.map((term, i): AskedTerm => {
    const there = slips[i]!.filter((slip) => rarestOf(slip.tokens) > 0);
    const named = there.filter((slip) => slip.tokens.every(isName));
    const ofText = term.ways.some(isKnown)
      ? []
      : there.filter(({ meant }) => isSureSlip(term.written, meant));
    const likely = (named.length > 0 ? named : ofText).sort(
      (a, b) => rarestOf(b.tokens) - rarestOf(a.tokens),
    );
    const best = [...new Map(likely.map((slip) => [slip.tokens.join(" "), slip])).values()];
    const ways = best
      .slice(0, MAX_CORRECTIONS)
      .map((slip): Way => ({ kind: "correction", worth: CORRECTION, ...slip }));
    return { ...term, ways: [...term.ways, ...ways] };
  });
  return { asked: corrected, known: { ...known, of: new Map([...known.of, ...meant.of]) } };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

const LATIN = /^[a-z]{4,20}$/;

/** Of three letters most others are words too: only two that changed places are put right. */
const SHORT_LATIN = /^[a-z]{3}$/;

/** What skills have may be its stem alone: whoever writes "cvs" may mean CVs, and as well CSV. */
const PLURAL_OF_TWO = /^[a-z]{2}s$/;

const HANGUL = /^\p{sc=Hangul}{2,5}$/u;

const FIRST_SYLLABLE = 0xac00;

/** How many leads, vowels and tails a syllable of Hangul is composed of; the Unicode Standard, 3.12. */
const [LEADS, VOWELS, TAILS] = [19, 21, 28];

/** What a word may have been meant to be. */
interface Slip {
  readonly meant: string;
  readonly tokens: readonly string[];
}

/**
 * Every word that is one slip of the keys away: a Latin letter left out, added, changed, or two swapped; a letter of a
 * syllable of Hangul changed. Of three letters only two swapped; none for shorter words and other scripts.
 */
function slipsOf(word: string): Slip[] {
  if (LATIN.test(word))
    return editDistanceOne(word, LETTERS).map((meant) => ({ meant, tokens: [stemWord(meant)] }));
  if (SHORT_LATIN.test(word)) {
    const [a = "", b = "", c = ""] = word;
    return [b + a + c, a + c + b].map((meant) => ({ meant, tokens: [stemWord(meant)] }));
  }
  if (HANGUL.test(word)) return slipsOfHangul(word).map((meant) => ({ meant, tokens: pairsOf(meant) }));
  return [];
}

const LONG_ENOUGH = 6;
const sorted = (word: string) => Array.from(word).sort().join("");

/**
 * Whether so few other words are as near that one of a text is meant: with the same beginning, and a letter too many, one
 * too few, or two swapped. Another letter in the place of one makes another word: "docker" is no "locker".
 */
function isSureSlip(written: string, meant: string): boolean {
  if (SHORT_LATIN.test(written)) return true;
  if (!LATIN.test(written) || written.length < LONG_ENOUGH || written[0] !== meant[0]) return false;
  return written.length !== meant.length || sorted(written) === sorted(meant);
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

type MatchField = "name" | "topic" | "text";

/** One word of a query that a skill answers: how, and in which of its fields. */
export interface MatchedWord {
  readonly word: string;
  readonly kind: MatchKind;
  readonly fields: readonly MatchField[];
}

/** A translation is an answer too, if not as sure a one: what it is worth for being found at all. */
const COVERS = 1.6;

/** What an answer in this way counts for being found, of 1. */
export const coverOf = ({ worth }: Pick<PlannedWay, "worth">): number => Math.min(1, worth * COVERS);

/** True when a skill with these tokens is found by the query: the same rule as that of the SQL of a search. */
export function isFound({ terms, needed }: WordPlan, tokens: ReadonlySet<string>): boolean {
  const covered = terms
    .filter(({ finds }) => finds)
    .map(
      ({ weight, ways }) => weight * Math.max(0, ...ways.map((way) => coverOf(way) * shareOf(way, tokens))),
    );
  const sum = covered.reduce((all, each) => all + each, 0);
  return sum > 0 && sum >= needed;
}

/** True when a skill with these tokens has something of every word: the same rule as that of the SQL (`answersAllSql`). */
export const answersAll = ({ terms }: WordPlan, tokens: ReadonlySet<string>): boolean =>
  terms.length > 0 && terms.every(({ ways }) => ways.some((way) => shareOf(way, tokens) > 0));

/** The words of the query that a skill with these tokens answers. */
export function listMatched({ terms }: WordPlan, tokens: ReadonlySet<string>): MatchedWord[] {
  return terms.flatMap(({ written, ways }) => {
    const answered = ways
      .map((way) => ({ way, value: way.worth * shareOf(way, tokens) }))
      .filter(({ value }) => value > 0)
      .sort((a, b) => b.value - a.value);
    const [best] = answered;
    if (best === undefined) return [];
    const has = (mark: string) => best.way.tokens.some((token) => tokens.has(mark + token));
    const fields: MatchField[] = [];
    if (has(NAME_MARK) || best.way.kind === "beginning") fields.push("name");
    if (has(TOPIC_MARK)) fields.push("topic");
    return [{ word: written, kind: best.way.kind, fields: fields.length > 0 ? fields : ["text"] }];
  });
}

/** The words of the query that a skill with these tokens has nothing of, as they were written. */
export const listMissing = ({ terms }: WordPlan, tokens: ReadonlySet<string>): string[] =>
  terms.filter(({ ways }) => ways.every((way) => shareOf(way, tokens) === 0)).map(({ written }) => written);

const shareOf = (way: PlannedWay, tokens: ReadonlySet<string>) =>
  way.tokens.filter((token) => tokens.has(token)).length / way.of;
