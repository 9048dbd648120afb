import { readFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";
import { isLatin } from "@/components/share-card/drawable-text";
import { sliceOf } from "@/components/share-card/font-slices";

export interface CardFont {
  name: string;
  data: Buffer;
  weight: 500;
}

const LATIN = path.join(
  process.cwd(),
  "node_modules/@fontsource/newsreader/files/newsreader-latin-500-normal.woff",
);

let latin: Promise<Buffer> | undefined;

/**
 * The faces that draw a text: one of Latin letters, and of the Chinese and the Korean face only the files its
 * characters are in, and of those only its characters at one weight. The drawing library reads neither compressed nor
 * variable faces.
 */
export async function cardFonts(text: string): Promise<CardFont[]> {
  const wanted = new Map<string, { file: string; characters: string }>();
  for (const character of new Set(text)) {
    const slice = isLatin(character) ? null : sliceOf(character);
    if (slice === null) continue;
    const { file } = slice;
    const characters = (wanted.get(slice.name)?.characters ?? "") + character;
    wanted.set(slice.name, { file, characters });
  }
  const fonts: CardFont[] = [{ name: "Newsreader", data: await (latin ??= readFile(LATIN)), weight: 500 }];
  for (const [name, { file, characters }] of wanted) {
    const data = await subsetFont(await readFile(file), characters, {
      targetFormat: "sfnt",
      variationAxes: { wght: 500 },
    });
    fonts.push({ name, data, weight: 500 });
  }
  return fonts;
}
