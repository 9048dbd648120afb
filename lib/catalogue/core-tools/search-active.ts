import { readSkillTexts, type OpenSkill } from "@/lib/catalogue/core-tools/open-skill";
import { isDomainError } from "@/lib/kernel/errors";
import { askedTerms, type AskedTerm } from "@/lib/search/words/asked-terms";
import { foldWords, searchTokens, foldText } from "@/lib/search/words/tokens";
/** What a text of a skill is to it, by where it lies (VibeLife V9 section 3; Agent Skills, `references/`). */
const KINDS: readonly [RegExp, Passage["kind"]][] = [
  [/^SKILL\.md$/i, "instructions"],
  [/^rules\/.+\.md$/i, "rule"],
  [/^references\/.+\.(?:md|txt)$/i, "reference"],
  [/^tools\/tools\.yaml$/, "tool"],
  [/^tools\/handlers\.py$/, "handler"],
];

/** A passage that answers some of what is asked. */
export interface Passage {
  skill: string;
  version: string;
  file: string;
  /** Line of the file on which it begins, from 1. */
  line: number;
  kind: "instructions" | "rule" | "reference" | "tool" | "handler";
  text: string;
}

/** Of one skill, and of all together: reading is paid in processor time of everybody. */
const MAX_FILES = 60;
const MAX_CHARACTERS = 100_000;
/** Of the passages that may answer most: taking words apart costs some hundred times as much as looking for letters. */
const MAX_TAKEN_APART = 20_000;
/** Letters that every form of a word, and its stem, begin with. */
const BEGINNING = 3;
const MAX_PASSAGE_CHARACTERS = 2_000;
const MAX_SHOWN_CHARACTERS = 600;

/**
 * Passages of the rules, references, tools and handlers' documents of active skills that answer a query, the best first:
 * by words as the market's own search reads them, so that another form of a word, traditional characters and known
 * translations count. Reads at most 100,000 characters in all, and takes apart the words of the
 * 20,000 that have most of the beginnings of what is asked; of each skill its part. A skill that cannot be read is in
 * `unread`, and keeps no other from being searched.
 */
export async function searchActive(
  skills: readonly OpenSkill[],
  query: string,
  most: number,
): Promise<{ passages: Passage[]; unread: string[] }> {
  const terms = askedTerms(query).filter(({ ordersOnly }) => !ordersOnly);
  if (terms.length === 0 || skills.length === 0) return { passages: [], unread: [] };
  const unread: string[] = [];
  // Other characters of the same words take a hundred times as long to find, so only who writes Chinese waits for it.
  const fold = /\p{sc=Han}/u.test(query) ? foldWords : foldText;
  const found: { passage: Passage; worth: number }[] = [];
  for (const skill of skills) {
    const likely: { passage: Passage; begun: number }[] = [];
    let left = Math.floor(MAX_CHARACTERS / skills.length);
    const files = skill.files.filter((path) => kindOf(path) !== null).slice(0, MAX_FILES);
    const texts = await readSkillTexts(skill, files).catch((error: unknown) => {
      if (!isDomainError(error)) throw error;
      unread.push(skill.slug);
      return [];
    });
    for (const [file, text] of texts) {
      for (const passage of passagesOf(skill, file, text.slice(0, left))) {
        const begun = countBegun(terms, fold(passage.text));
        if (begun > 0) likely.push({ passage, begun });
      }
      left -= Math.min(left, text.length);
    }
    found.push(...takeApart(terms, likely, Math.floor(MAX_TAKEN_APART / skills.length)));
  }
  const passages = found
    .sort((one, other) => other.worth - one.worth)
    .slice(0, most)
    .map(({ passage }) => ({ ...passage, text: passage.text.slice(0, MAX_SHOWN_CHARACTERS).toWellFormed() }));
  return { passages, unread };
}

const kindOf = (path: string): Passage["kind"] | null =>
  KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? null;

function passagesOf({ slug, version }: OpenSkill, file: string, text: string): Passage[] {
  const kind = kindOf(file) ?? "reference";
  const paragraphs = kind === "handler" ? documentsOf(text) : paragraphsOf(text, 1);
  return paragraphs.map((each) => ({ skill: slug, version, file, kind, ...each }));
}

/** What stands between empty lines, in pieces where it is long, with the line it begins on. */
function paragraphsOf(text: string, firstLine: number): { line: number; text: string }[] {
  const paragraphs: { line: number; text: string }[] = [];
  let begun: { line: number; text: string } | null = null;
  for (const [i, whole] of text.split("\n").entries()) {
    if (whole.trim() === "") begun = null;
    for (let at = 0; at < whole.length && whole.trim() !== ""; at += MAX_PASSAGE_CHARACTERS) {
      const piece = whole.slice(at, at + MAX_PASSAGE_CHARACTERS);
      if (begun !== null && begun.text.length + piece.length < MAX_PASSAGE_CHARACTERS)
        begun.text += `\n${piece}`;
      else paragraphs.push((begun = { line: firstLine + i, text: piece }));
    }
  }
  return paragraphs;
}

/** The documents of a Python file: texts in three quotes. What is code is none. */
function documentsOf(source: string): { line: number; text: string }[] {
  const documents: { line: number; text: string }[] = [];
  let [at, line] = [0, 1];
  while (at < source.length) {
    const [double, single] = [source.indexOf('"""', at), source.indexOf("'''", at)];
    const open = Math.min(...[double, single].filter((place) => place >= 0));
    if (!Number.isFinite(open)) break;
    const close = source.indexOf(source.slice(open, open + 3), open + 3);
    if (close < 0) break;
    line += linesIn(source, at, open);
    documents.push(...paragraphsOf(source.slice(open + 3, close), line));
    line += linesIn(source, open, close);
    at = close + 3;
  }
  return documents;
}

const linesIn = (text: string, from: number, to: number) => text.slice(from, to).split("\n").length - 1;

/** How many of the words that are asked for may stand in a folded text, by the letters they begin with. */
function countBegun(terms: readonly AskedTerm[], folded: string): number {
  const begins = (token: string) => folded.includes(token.replace(/^[~^]/, "").slice(0, BEGINNING));
  return terms.filter(({ ways }) => ways.some((way) => way.tokens.every(begins))).length;
}

function takeApart(
  terms: readonly AskedTerm[],
  likely: readonly { passage: Passage; begun: number }[],
  most: number,
): { passage: Passage; worth: number }[] {
  let left = most;
  const found: { passage: Passage; worth: number }[] = [];
  for (const { passage } of likely.toSorted((one, other) => other.begun - one.begun)) {
    if (left <= 0) break;
    left -= passage.text.length;
    const worth = worthOf(terms, passage.text);
    if (worth > 0) found.push({ passage, worth });
  }
  return found;
}

/** How well a passage answers what is asked: for each word the best of the ways to answer it. */
function worthOf(terms: readonly AskedTerm[], text: string): number {
  const tokens = new Set(searchTokens(text));
  const worths = terms.map(({ ways }) =>
    Math.max(
      0,
      ...ways.filter((way) => way.tokens.every((each) => tokens.has(each))).map(({ worth }) => worth),
    ),
  );
  return worths.reduce((total, worth) => total + worth, 0);
}
