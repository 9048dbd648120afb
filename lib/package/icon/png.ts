import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and check sum of a chunk. */
const AROUND_CHUNK = 12;
/** Numbers of a pixel, by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Bits of a number, by colour type. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const INDEXED = 3;
/** What `tRNS` has, by colour type: one colour, or up to one byte for each of the palette. */
const TRANSPARENCY_BYTES: Readonly<Record<number, number>> = { 0: 2, 2: 6, 3: 256 };
const FILTERS = 5;

interface Chunk {
  type: string;
  data: Buffer;
}

export interface PngHeader {
  width: number;
  height: number;
  depth: number;
  colour: number;
}

/** Width, height and colours of a PNG, before anything of it is unpacked; null for what is none, and for an interlaced one. */
export function readPngHeader(bytes: Uint8Array): PngHeader | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = readChunk(file, SIGNATURE.length);
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  if (first?.type !== "IHDR" || first.data.length !== 13) return null;
  const [depth = 0, colour = 0, compression, filter, interlace] = first.data.subarray(8);
  if (compression !== 0 || filter !== 0 || interlace !== 0) return null;
  if (DEPTHS[colour]?.includes(depth) !== true) return null;
  return { width: first.data.readUInt32BE(0), height: first.data.readUInt32BE(4), depth, colour };
}

/**
 * A PNG of one still picture, written anew from its pixels alone: no text, profile or place where it was taken, and
 * nothing behind it. Null where a chunk is damaged, missing or animates, or where the pixels are not exactly those of
 * the header; no more is unpacked than the header asks for, so check that first.
 */
export function rewritePng(bytes: Uint8Array, header: PngHeader): Buffer | null {
  const chunks = readChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (chunks === null || chunks.some(({ type }) => type === "acTL" || type === "fdAT")) return null;
  const of = (type: string) => chunks.filter((chunk) => chunk.type === type);
  const palettes = header.colour === INDEXED ? of("PLTE") : [];
  const transparency = header.colour in TRANSPARENCY_BYTES ? of("tRNS") : [];
  if (of("IHDR").length !== 1 || !isPaletteOf(header, palettes)) return null;
  if (!isTransparencyOf(header, transparency, palettes)) return null;
  const rows = unpackRows(Buffer.concat(of("IDAT").map(({ data }) => data)), header);
  if (rows === null) return null;
  const pixels = { type: "IDAT", data: deflateSync(rows, { level: 9 }) };
  const written = [...of("IHDR"), ...palettes, ...transparency, pixels, END];
  return Buffer.concat([SIGNATURE, ...written.map(writeChunk)]);
}

const END: Chunk = { type: "IEND", data: Buffer.alloc(0) };

/** All chunks of a file that ends with the last one; null where one is damaged. */
function readChunks(file: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < file.length;) {
    const chunk = readChunk(file, at);
    if (chunk === null) return null;
    chunks.push(chunk);
    at += AROUND_CHUNK + chunk.data.length;
    if (chunk.type === END.type) return at === file.length ? chunks : null;
  }
  return null;
}

function readChunk(file: Buffer, at: number): Chunk | null {
  if (at + AROUND_CHUNK > file.length) return null;
  const end = at + 8 + file.readUInt32BE(at);
  if (end + 4 > file.length) return null;
  if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return null;
  return { type: file.toString("latin1", at + 4, at + 8), data: file.subarray(at + 8, end) };
}

function writeChunk({ type, data }: Chunk): Buffer {
  const chunk = Buffer.alloc(AROUND_CHUNK + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

function isTransparencyOf(
  { colour }: PngHeader,
  chunks: readonly Chunk[],
  [palette]: readonly Chunk[],
): boolean {
  const [bytes = 0, ...more] = chunks.map(({ data }) => data.length);
  if (chunks.length === 0) return true;
  const right =
    palette === undefined ? bytes === TRANSPARENCY_BYTES[colour] : bytes <= palette.data.length / 3;
  return more.length === 0 && right;
}

/** Indexed colours have one palette of whole colours; of others it is a hint, and left out. */
function isPaletteOf({ colour, depth }: PngHeader, palettes: readonly Chunk[]): boolean {
  if (colour !== INDEXED) return true;
  const [palette, ...more] = palettes;
  const bytes = palette?.data.length ?? 0;
  return more.length === 0 && bytes > 0 && bytes % 3 === 0 && bytes / 3 <= 2 ** depth;
}

/** The filtered rows; null where they are not as many and as long as the header says. */
function unpackRows(packed: Buffer, { width, height, depth, colour }: PngHeader): Buffer | null {
  const rowBytes = 1 + Math.ceil((width * depth * (CHANNELS[colour] ?? 0)) / 8);
  let rows: Buffer;
  try {
    rows = inflateSync(packed, { maxOutputLength: rowBytes * height });
  } catch {
    return null;
  }
  if (rows.length !== rowBytes * height) return null;
  for (let row = 0; row < height; row++) if ((rows[row * rowBytes] ?? FILTERS) >= FILTERS) return null;
  return rows;
}
