import { readFileSync } from "node:fs";
import path from "node:path";

/** Korean first: its face has Han characters too, but only those Korean texts use. */
const FACES = [
  { face: "noto-sans-kr", script: /\p{Script=Hangul}/u },
  { face: "noto-sans-sc", script: /./su },
] as const;

interface FontSlice {
  /** Unique, as a name of a font. */
  name: string;
  file: string;
}

interface Range {
  first: number;
  last: number;
  slice: FontSlice;
}

let ranges: readonly { script: RegExp; ranges: readonly Range[] }[] | undefined;

/** The file of the Chinese or the Korean face that has a character; null where none has. */
export function sliceOf(character: string): FontSlice | null {
  const code = character.codePointAt(0) ?? 0;
  ranges ??= FACES.map(({ face, script }) => ({ script, ranges: readRanges(face) }));
  for (const { script, ranges: known } of ranges) {
    if (!script.test(character)) continue;
    const range = known.find(({ first, last }) => code >= first && code <= last);
    if (range) return range.slice;
  }
  return null;
}

/** The numbered files of a face, of Han and Hangul, with what each has; those of other scripts are left out. */
function readRanges(face: string): Range[] {
  const folder = path.join(process.cwd(), "node_modules/@fontsource-variable", face);
  const files = JSON.parse(readFileSync(path.join(folder, "unicode.json"), "utf8")) as Record<string, string>;
  return Object.entries(files).flatMap(([name, listed]) => {
    const number = /^\[(\d+)\]$/.exec(name)?.[1];
    if (number === undefined) return [];
    const slice = {
      name: `${face}-${number}`,
      file: path.join(folder, "files", `${face}-${number}-wght-normal.woff2`),
    };
    return listed.split(",").map((range) => {
      const [first = 0, last = first] = range
        .slice("U+".length)
        .split("-")
        .map((hex) => Number.parseInt(hex, 16));
      return { first, last, slice };
    });
  });
}
