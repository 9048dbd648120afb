import { afterEach, expect, test, vi } from "vitest";
import { cardDigest, drawCard } from "@/app/opengraph.png/draw-card";
import { drawableText } from "@/components/share-card/drawable-text";
import { SHARE_CARD, type CardContent } from "@/components/share-card/share-card";
import { skillSign } from "@/components/marks/skill-mark";
import { sha256Hex } from "@/lib/kernel/digest";
import { inShort } from "@/lib/testing/full-form";

afterEach(() => vi.restoreAllMocks());

const cardOf = (text: string): CardContent => ({
  sign: skillSign({ slug: "reader", category: "Documents" }),
  title: drawableText(text, 40),
  of: "",
  text: "",
  line: "",
  facts: [{ mark: "audited", text: "1.0.0" }],
});

/** Width and height of a PNG stand in its first chunk. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

const addressOf = (from: RequestInfo | URL) => (from instanceof Request ? from.url : from.toString());

test("English, Chinese and Korean are drawn, each as itself, and nobody else is asked for a face", async () => {
  const asked = vi.spyOn(globalThis, "fetch");
  const texts = [
    "Reads invoices",
    "读取发票，按页",
    "영수증을 읽습니다",
    "读取文件，按页",
    "영수증을 씁니다",
  ];
  const pictures: string[] = [];
  const drawn = inShort(texts, (_, at) => at < 3);
  for (const text of drawn) {
    const png = await drawCard(cardOf(text));
    expect(sizeOf(png)).toEqual(SHARE_CARD);
    pictures.push(sha256Hex(png));
  }
  expect(new Set(pictures).size).toBe(drawn.length);
  expect(asked.mock.calls.filter(([from]) => /^https?:/.test(addressOf(from)))).toEqual([]);
});

test("what was drawn is kept by what it shows, and drawn once for all who ask together", async () => {
  const [one, two] = await Promise.all([drawCard(cardOf("Asked twice")), drawCard(cardOf("Asked twice"))]);
  expect(two).toBe(one);
  expect(await drawCard(cardOf("Asked twice"))).toBe(one);
  expect(cardDigest(cardOf("Asked twice"))).not.toBe(cardDigest(cardOf("Asked once")));
});
