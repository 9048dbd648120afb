import { ImageResponse } from "next/og";
import { cardFonts } from "@/components/share-card/card-fonts";
import { SHARE_CARD, ShareCard, type CardContent } from "@/components/share-card/share-card";
import { AnswerCache } from "@/lib/web/http/answer-cache/answer-cache";
import { DAY_MS } from "@/lib/kernel/clock";
import { sha256Hex } from "@/lib/kernel/digest";

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
