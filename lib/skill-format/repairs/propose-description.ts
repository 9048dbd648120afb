import { DESCRIPTION_MAX_CHARACTERS } from "../constants";
import { outlineBody } from "../document/body-outline";
import { countCodePoints } from "../values/measure-text";

/** What a body says of itself: its first heading, and the first paragraph below it. */
export interface BodyLead {
  heading: string | null;
  paragraph: string | null;
}

/** Less is a label, not a sentence. */
const LEAST_CHARACTERS = 10;

/** Lines that are no sentence: lists, tables, pictures, badges, rules, comments, and what HTML begins. */
const NO_SENTENCE = /^\s*(?:[-*+]\s|\d+[.)]\s|\||!\[|\[!\[|<|[-*_=]{3,}\s*$)/;

/** The first heading and the first paragraph of a body, as plain text; null for what is not there. Pure. */
export function readLead(body: string): BodyLead {
  const { headings, prose } = outlineBody(body, 1);
  const heading = headings[0] ? plain(headings[0].text) : "";
  const titles = new Set(headings.map(({ line }) => line));
  const paragraph: string[] = [];
  let inComment = false;
  let last = 0;
  for (const { text, line } of prose) {
    const opens = text.includes("<!--");
    const skipped: boolean = inComment || opens;
    inComment = skipped && !text.slice(opens ? text.indexOf("<!--") : 0).includes("-->");
    const ends = text.trim() === "" || titles.has(line) || skipped || line !== last + 1;
    last = line;
    if (ends && paragraph.length > 0 && plain(paragraph.join(" ")).length >= LEAST_CHARACTERS) break;
    if (ends) paragraph.length = 0;
    if (skipped || text.trim() === "" || titles.has(line) || NO_SENTENCE.test(text)) continue;
    paragraph.push(text.replace(/^\s*>\s?/, "").trim());
  }
  const said = plain(paragraph.join(" "));
  return {
    heading: heading === "" ? null : heading,
    paragraph: said.length < LEAST_CHARACTERS ? null : cutDescription(said),
  };
}

/** A text without the signs of Markdown: links as their words, no emphasis, no code marks. */
function plain(text: string): string {
  return text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/(?<![\p{L}\p{N}])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\p{L}\p{N}])/gu, "")
    .replaceAll(/`+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const SENTENCE_END = /[.!?](?=\s|$)|[。！？]/gu;

/** A text of at most as many characters as a description may have, cut behind a sentence, or else behind a word. */
export function cutDescription(text: string): string {
  if (countCodePoints(text) <= DESCRIPTION_MAX_CHARACTERS) return text;
  const cut = Array.from(text).slice(0, DESCRIPTION_MAX_CHARACTERS).join("");
  const ends = [...cut.matchAll(SENTENCE_END)].map(({ index }) => index + 1);
  const end = ends.findLast((each) => each >= LEAST_CHARACTERS);
  if (end !== undefined) return cut.slice(0, end).trim();
  const blank = cut.lastIndexOf(" ");
  return (blank > LEAST_CHARACTERS ? cut.slice(0, blank) : cut).trim();
}
