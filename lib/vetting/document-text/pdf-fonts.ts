import type { PdfObjects } from "./pdf-objects";
import { fromHex } from "./pdf-tokens";

/** What a font says the codes of its texts stand for. */
export interface PdfFont {
  readonly bytesPerCode: number;
  readonly letters: ReadonlyMap<number, string>;
  /** False for a font whose codes mean nothing without a table it does not have. */
  readonly isReadable: boolean;
}

/** Letters that the tables of all fonts of a document may name, again and again too. */
const MAX_LETTERS = 200_000;

interface Spent {
  letters: number;
}

/** Fonts of one name on different pages: more are not tried. */
const MAX_SAME_NAME = 8;

/** Fonts by the name that pages call them; different pages may call different fonts by one name. */
export function readFonts({ outside, bodies, streams }: PdfObjects): ReadonlyMap<string, readonly PdfFont[]> {
  const tables = new Map(streams.map((stream) => [stream.number, stream.content]));
  const cmaps = new Map<number, ReturnType<typeof readCmap> | null>();
  const spent: Spent = { letters: 0 };
  const cmapOf = (number: number) => {
    const table = tables.get(number);
    const known = cmaps.get(number);
    if (known !== undefined) return known;
    const read =
      table === undefined || typeof table === "string"
        ? null
        : readCmap(Buffer.from(table).toString("latin1"), spent);
    cmaps.set(number, read);
    return read;
  };
  const fonts = new Map<number, PdfFont>();
  for (const [number, body] of bodies) {
    if (!/\/Type\s*\/Font\b|\/ToUnicode\b|\/Encoding\b/.test(body)) continue;
    const cmap = cmapOf(Number(/\/ToUnicode\s+(\d{1,10})\s/.exec(body)?.[1] ?? -1));
    const isComposite = /\/Subtype\s*\/Type0\b|\/Identity-[HV]\b/.test(body);
    fonts.set(number, {
      bytesPerCode: cmap?.bytesPerCode ?? (isComposite ? 2 : 1),
      letters: cmap?.letters ?? readDifferences(body, bodies),
      isReadable: cmap !== null || !isComposite,
    });
  }
  const named = new Map<string, PdfFont[]>();
  for (const match of outside.matchAll(/\/([^\s/<>[\]()]{1,60})\s+(\d{1,10})\s+\d{1,5}\s+R/g)) {
    const font = fonts.get(Number(match[2]));
    const list = named.get(match[1] ?? "") ?? [];
    if (font === undefined || list.includes(font) || list.length >= MAX_SAME_NAME) continue;
    named.set(match[1] ?? "", [...list, font]);
  }
  return named;
}

const PAIRS = /<([0-9a-f\s]{1,16})>\s*<([0-9a-f\s]{1,200})>/gi;
const RANGES =
  /<([0-9a-f\s]{1,16})>\s*<([0-9a-f\s]{1,16})>\s*(?:<([0-9a-f\s]{1,200})>|\[([^\]]{0,20000})\])/gi;

/** `ToUnicode`: codes and ranges of codes with the letters they stand for. */
function readCmap(text: string, spent: Spent): { bytesPerCode: number; letters: Map<number, string> } {
  const letters = new Map<number, string>();
  let digits = 0;
  for (const section of text.split(/\bbegin(?=bf(?:char|range)\b)/).slice(1)) {
    const [body = ""] = section.split(/\bendbf/, 1);
    for (const match of body.matchAll(section.startsWith("bfchar") ? PAIRS : RANGES)) {
      const [, from = "", to = "", target, list] = match;
      digits = Math.max(digits, from.replace(/\s/g, "").length);
      if (section.startsWith("bfchar")) {
        letters.set(parseInt(from, 16), utf16(to));
        continue;
      }
      const start = parseInt(from, 16);
      const first = utf16(target ?? "");
      const targets = list === undefined ? null : Array.from(list.matchAll(/<([0-9a-f\s]{1,200})>/gi));
      for (let code = start; code <= parseInt(to, 16) && spent.letters < MAX_LETTERS; code++, spent.letters++)
        letters.set(
          code,
          targets === null ? shift(first, code - start) : utf16(targets[code - start]?.[1] ?? ""),
        );
    }
    if (spent.letters >= MAX_LETTERS) break;
  }
  return { bytesPerCode: digits > 2 ? 2 : 1, letters };
}

const utf16 = (digits: string) => new TextDecoder("utf-16be").decode(Buffer.from(fromHex(digits), "latin1"));

function shift(text: string, by: number): string {
  const last = text.codePointAt(text.length - 1);
  return last === undefined ? "" : text.slice(0, -1) + String.fromCodePoint(Math.min(last + by, 0x10ffff));
}

const NAMES = new Map(
  Object.entries({
    space: " ",
    period: ".",
    comma: ",",
    slash: "/",
    colon: ":",
    hyphen: "-",
    underscore: "_",
    asciitilde: "~",
    quotesingle: "'",
    quotedbl: '"',
    at: "@",
    numbersign: "#",
    dollar: "$",
    bar: "|",
    ampersand: "&",
    parenleft: "(",
    parenright: ")",
    equal: "=",
    greater: ">",
    less: "<",
    zero: "0",
    one: "1",
    two: "2",
    three: "3",
    four: "4",
    five: "5",
    six: "6",
    seven: "7",
    eight: "8",
    nine: "9",
  }),
);

const DIFFERENCES = /\/Differences\s*\[([^\]]{0,20000})/;

/** `/Differences [65 /I /g …]`: codes that stand for other letters than their own, by name. */
function readDifferences(body: string, bodies: ReadonlyMap<number, string>): Map<number, string> {
  const letters = new Map<number, string>();
  const other = bodies.get(Number(/\/Encoding\s+(\d{1,10})\s+\d{1,5}\s+R/.exec(body)?.[1] ?? -1));
  const list =
    // Without its end: where there is none, looking for it at each beginning takes the square of the time.
    DIFFERENCES.exec(body) ?? DIFFERENCES.exec(other ?? "");
  let code = 0;
  for (const [, number, name = ""] of (list?.[1] ?? "").matchAll(/(\d{1,3})|\/([^\s/]{1,60})/g)) {
    if (number !== undefined) code = Number(number);
    else {
      const hex = /^uni([0-9A-F]{4})$/.exec(name)?.[1];
      const letter =
        name.length === 1 ? name : (NAMES.get(name) ?? (hex === undefined ? undefined : utf16(hex)));
      if (letter !== undefined) letters.set(code, letter);
      code += 1;
    }
  }
  return letters;
}

/** What a text of a page says in a font. */
export function spell(text: string, { bytesPerCode, letters, isReadable }: PdfFont): string {
  if (!isReadable) return "";
  const out: string[] = [];
  for (let at = 0; at < text.length; at += bytesPerCode) {
    const code =
      bytesPerCode === 1 ? text.charCodeAt(at) : text.charCodeAt(at) * 256 + (text.charCodeAt(at + 1) || 0);
    out.push(letters.get(code) ?? (bytesPerCode === 1 ? String.fromCharCode(code) : ""));
  }
  return out.join("");
}
