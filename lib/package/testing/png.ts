import { crc32, deflateSync } from "node:zlib";

export interface PngParts {
  width?: number;
  height?: number;
  depth?: number;
  colour?: number;
  interlace?: number;
  /** Bytes of the rows, each with its filter; left out, as many as the header asks for, of 8-bit grey. */
  rows?: Uint8Array;
  /** In place of packed rows. */
  pixels?: Uint8Array;
  /** Chunks between the header and the pixels. */
  before?: readonly Uint8Array[];
  after?: Uint8Array;
}

export function pngChunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(8 + body.length);
  chunk.writeUInt32BE(data.length);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return chunk;
}

/** A PNG of the given parts, whole and grey unless they say otherwise. */
export function makePng({
  width = 64,
  height = 64,
  depth = 8,
  colour = 0,
  interlace = 0,
  rows,
  pixels,
  before = [],
  after = new Uint8Array(),
}: PngParts = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", header),
    ...before,
    pngChunk("IDAT", pixels ?? deflateSync(rows ?? Buffer.alloc(height * (width + 1)))),
    pngChunk("IEND"),
    after,
  ]);
}
