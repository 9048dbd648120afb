import { ImageResponse } from "next/og";
import { SHARE_CARD, ShareCard, type CardContent } from "@/components/share-card/share-card";
import { AnswerCache } from "@/lib/web/http/answer-cache/answer-cache";
import { DAY_MS } from "@/lib/kernel/clock";
import { sha256Hex } from "@/lib/kernel/digest";
import { readFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";
import { isLatin } from "@/components/share-card/drawable-text";
import { sliceOf } from "@/components/share-card/font-slices";

/** Changes with how cards are drawn: what was kept by others is then asked for anew. */
const EDITION = 2;
const MOST_KEPT_BYTES = 16 * 1024 * 1024;

/** Whatever is not here is drawn again: another process misses nothing. */
const kept = new AnswerCache<Buffer>({ bytes: MOST_KEPT_BYTES, sizeOf: (png) => png.length });

/** What a card shows, as a digest: two equal cards are one picture. */
export const cardDigest = (card: CardContent): string => sha256Hex(JSON.stringify([EDITION, card]));

/** The picture of a card as PNG; of many who ask at once for the same one, it is drawn once. */
export async function drawCard(card: CardContent): Promise<Buffer> {
  const known = { revision: String(EDITION), ms: DAY_MS };
  const { answer } = await kept.answer(cardDigest(card), known, () => draw(card));
  return answer ?? draw(card); // the one who drew it could not
}

async function draw(card: CardContent): Promise<Buffer> {
  const fonts = await cardFonts(
    [card.title, card.of, card.text, card.line, ...card.facts.map(({ text }) => text)].join(""),
  );
  const fontFamily = fonts.map(({ name }) => name).join(", ");
  const image = new ImageResponse(<ShareCard card={card} fontFamily={fontFamily} />, {
    ...SHARE_CARD,
    fonts,
  });
  // Drawn to the end here, so that a failure is an answer and not a broken picture.
  return Buffer.from(await image.arrayBuffer());
}

interface CardFont {
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
async function cardFonts(text: string): Promise<CardFont[]> {
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
