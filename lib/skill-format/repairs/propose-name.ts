import { NAME_MAX_CHARACTERS } from "../constants";
import { isKebabCase } from "../dialects/dialect";

/** Letters that fall apart into no letter and an accent (Unicode has no decomposition for them). */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["ł", "l"],
  ["þ", "th"],
  ["ı", "i"],
]);

/** Signs that people say as a word. */
const SAID: readonly (readonly [RegExp, string])[] = [
  [/\s*&\s*/g, " and "],
  [/(?<=\p{L})\+\+/gu, "-plus-plus"],
  [/(?<=\p{L})#(?![\p{L}\p{N}])/gu, "-sharp"],
  [/['’`]/g, ""],
];

/** Not written out by whoever copied a template. */
const PLACEHOLDER = /[<{[]|^(?:your|my)[-_ ](?:skill|name)|^skill[-_ ]?name$|^name$|^todo\b|^untitled$/i;

/** Letters and digits of no Latin script: what is left of a name without them would be another name. */
const OTHER_SCRIPT = /[\p{L}\p{N}]/u;

export type NameProposal = { ok: true; name: string } | { ok: false; obstacle: NameObstacle };
export type NameObstacle = "name-placeholder" | "name-other-script" | "name-empty";

/**
 * The name that a skill can have, nearest to what is written: small Latin letters, digits and single hyphens, at most
 * 64. Accents are left out, a word of another script never is: then there is no honest name, and the reason is given.
 */
export function proposeName(written: string): NameProposal {
  const trimmed = written
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .trim();
  if (trimmed === "") return { ok: false, obstacle: "name-empty" };
  if (PLACEHOLDER.test(trimmed)) return { ok: false, obstacle: "name-placeholder" };
  const said = SAID.reduce((text, [sign, word]) => text.replaceAll(sign, word), splitWords(trimmed));
  const folded = Array.from(said.toLowerCase().normalize("NFD"), (each) => LETTERS.get(each) ?? each)
    .join("")
    .replaceAll(/\p{M}/gu, "");
  if (OTHER_SCRIPT.test(folded.replaceAll(/[a-z0-9]/g, "")))
    return { ok: false, obstacle: "name-other-script" };
  const name = shorten(folded.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, ""));
  return isKebabCase(name) ? { ok: true, name } : { ok: false, obstacle: "name-empty" };
}

/** One word in capitals and small letters is several: `pdfFormFiller`. Beside blanks and hyphens capitals part nothing. */
function splitWords(text: string): string {
  return /^[\p{L}\p{N}]+$/u.test(text) ? text.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, "-") : text;
}

/** Whole words only. */
function shorten(name: string): string {
  if (name.length <= NAME_MAX_CHARACTERS) return name;
  const cut = name.slice(0, NAME_MAX_CHARACTERS + 1);
  const end = cut.lastIndexOf("-");
  return end > 0 ? cut.slice(0, end) : name.slice(0, NAME_MAX_CHARACTERS);
}
