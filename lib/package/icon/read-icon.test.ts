import { inflateSync, deflateSync } from "node:zlib";
import { describe, expect, it, test } from "vitest";
import { makePng, pngChunk, type PngParts } from "../testing/png";
import { ICON_LIMITS, ICON_PATH, readIcon } from "./read-icon";

const iconOf = (bytes: Uint8Array, path: string = ICON_PATH) => readIcon([{ path, bytes }]);
const grey = (side: number) => Buffer.alloc(side * (side + 1));
const text = (content: string) => pngChunk("tEXt", Buffer.from(`Comment\0${content}`));

test("an icon is a PNG at one place of the package", () => {
  expect(iconOf(makePng())).not.toBeNull();
  expect(iconOf(makePng(), "icon.png")).toBeNull();
  expect(iconOf(makePng(), "assets/icon.svg")).toBeNull();
  expect(readIcon([])).toBeNull();
});

test("what is shown has the same pixels, and nothing else of the file", () => {
  const rows = Buffer.from(Array.from({ length: 64 * 65 }, (_, at) => (at % 65 === 0 ? 0 : (at * 7) % 251)));
  const packed = Buffer.concat([deflateSync(rows), Buffer.from("<script>behind the pixels</script>")]);
  const before = [text("<script>alert(1)</script>"), pngChunk("eXIf", Buffer.from("where it was taken"))];
  const icon = Buffer.from(iconOf(makePng({ pixels: packed, before })) ?? []);
  expect(icon.includes("script")).toBe(false);
  expect(icon.includes("taken")).toBe(false);
  const types = ["IHDR", "IDAT", "IEND"].map((type) => icon.indexOf(type));
  expect(types.every((at, place) => at > (types[place - 1] ?? 0))).toBe(true);
  const length = icon.readUInt32BE(icon.indexOf("IDAT") - 4);
  const at = icon.indexOf("IDAT") + 4;
  expect(inflateSync(icon.subarray(at, at + length)).equals(rows)).toBe(true);
  expect(iconOf(icon)).toEqual(icon);
});

test.each<[string, PngParts]>([
  ["one bit a pixel", { depth: 1, rows: Buffer.alloc(64 * 9) }],
  ["sixteen bits", { depth: 16, rows: Buffer.alloc(64 * 129) }],
  ["colours", { colour: 2, rows: Buffer.alloc(64 * 193) }],
  ["colours that let through", { colour: 6, rows: Buffer.alloc(64 * 257) }],
  ["a palette", { colour: 3, before: [pngChunk("PLTE", Buffer.alloc(6)), pngChunk("tRNS", Buffer.of(0))] }],
  ["one colour that lets through", { before: [pngChunk("tRNS", Buffer.alloc(2))] }],
  ["the smallest", { width: 32, height: 32 }],
  ["the largest", { width: 512, height: 512 }],
])("%s is shown", (_what, parts) => {
  expect(iconOf(makePng(parts))).not.toBeNull();
});

describe("not shown is", () => {
  it.each<[string, Uint8Array]>([
    ["what is too small", makePng({ width: 31, height: 31 })],
    ["what is too large", makePng({ width: 513, height: 513 })],
    ["what is not square", makePng({ width: 64, height: 63 })],
    ["no pixel at all", makePng({ width: 0, height: 0 })],
    ["an interlaced picture", makePng({ interlace: 1 })],
    ["a depth that does not exist", makePng({ depth: 3 })],
    ["colours that do not exist", makePng({ colour: 5 })],
    ["a file that weighs too much", makePng({ before: [pngChunk("tEXt", Buffer.alloc(ICON_LIMITS.bytes))] })],
    [
      "a size that would fill the memory",
      makePng({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, rows: grey(8) }),
    ],
    ["more pixels than it says", makePng({ rows: Buffer.alloc(60_000_000) })],
    ["fewer pixels than it says", makePng({ rows: grey(63) })],
    ["a filter that does not exist", makePng({ rows: Buffer.alloc(64 * 65, 5) })],
    ["pixels that do not unpack", makePng({ pixels: Buffer.from("no stream") })],
    ["an animated picture", makePng({ before: [pngChunk("acTL", Buffer.alloc(8))] })],
    ["a page behind the picture", makePng({ after: Buffer.from("<html><script>alert(1)</script>") })],
    ["a second picture behind it", Buffer.concat([makePng(), makePng()])],
    ["a second header", makePng({ before: [makePng().subarray(8, 33)] })],
    ["no palette, where there must be one", makePng({ colour: 3 })],
    ["half a colour in a palette", makePng({ colour: 3, before: [pngChunk("PLTE", Buffer.alloc(4))] })],
    ["more that lets through than there is", makePng({ before: [pngChunk("tRNS", Buffer.alloc(3))] })],
    ["a text", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["a JPEG", Buffer.from("ffd8ffe000104a464946", "hex")],
    ["nothing", Buffer.alloc(0)],
  ])("%s", (_what, bytes) => {
    expect(iconOf(bytes)).toBeNull();
  });

  it("a file that was cut anywhere, or in which a byte changed", () => {
    const whole = makePng();
    for (let length = 0; length < whole.length; length++)
      expect(iconOf(whole.subarray(0, length))).toBeNull();
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      expect(iconOf(changed)).toBeNull();
    }
  });
});
