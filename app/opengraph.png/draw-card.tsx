import { LRUCache } from "lru-cache";
import { ImageResponse } from "next/og";
import { cardFonts } from "@/components/share-card/card-fonts";
import { SHARE_CARD, ShareCard, type CardContent } from "@/components/share-card/share-card";
import { sha256Hex } from "@/lib/kernel/digest";

/** Changes with how cards are drawn: what was kept by others is then asked for anew. */
const EDITION = 1;
const MOST_KEPT_BYTES = 16 * 1024 * 1024;

/** Drawn pictures by what they show. Whatever is not here is drawn again: another process misses nothing. */
const kept = new LRUCache<string, Buffer>({ maxSize: MOST_KEPT_BYTES, sizeCalculation: (png) => png.length });
const drawing = new Map<string, Promise<Buffer>>();

/** What a card shows, as a digest: two equal cards are one picture. */
export const cardDigest = (card: CardContent): string => sha256Hex(JSON.stringify([EDITION, card]));

/** The picture of a card as PNG; of many who ask at once for the same one, it is drawn once. */
export async function drawCard(card: CardContent): Promise<Buffer> {
  const digest = cardDigest(card);
  const found = kept.get(digest);
  if (found) return found;
  const begun = drawing.get(digest) ?? draw(card).finally(() => drawing.delete(digest));
  drawing.set(digest, begun);
  const png = await begun;
  kept.set(digest, png);
  return png;
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
