import { constants, inflateRawSync, inflateSync } from "node:zlib";
import type { Budget } from "./opened-document";
import { fromHex } from "./pdf-tokens";

/** `picture`: packed as a picture, which holds no letters. `unknown`: not read. */
export type Decoded = Uint8Array | "picture" | "unknown" | "damaged";

/** Nobody packs a page more often. */
const MAX_FILTERS = 4;
const PICTURES = /^(?:DCTDecode|DCT|JPXDecode|CCITTFaxDecode|CCF|JBIG2Decode)$/;

/** The content of a stream behind its filters, within what may still be unpacked. */
export function applyFilters(packed: Uint8Array, filters: readonly string[], budget: Budget): Decoded {
  if (filters.length > MAX_FILTERS) return "unknown";
  let bytes = packed;
  for (const filter of filters) {
    if (PICTURES.test(filter)) return "picture";
    const next = applyFilter(bytes, filter, budget);
    if (typeof next === "string") return next;
    bytes = next;
  }
  return bytes;
}

function applyFilter(bytes: Uint8Array, filter: string, budget: Budget): Decoded {
  if (/^(?:FlateDecode|Fl)$/.test(filter)) return inflate(bytes, budget) ?? "damaged";
  const text = Buffer.from(bytes).toString("latin1");
  if (/^(?:ASCIIHexDecode|AHx)$/.test(filter))
    return Buffer.from(fromHex(text.split(">", 1)[0] ?? ""), "latin1");
  if (!/^(?:ASCII85Decode|A85)$/.test(filter)) return filter === "Crypt" ? bytes : "unknown";
  const body = text.replace(/\s+/g, "").replace(/^<~/, "").split("~>", 1)[0] ?? "";
  return readAscii85(body.replaceAll("z", "!!!!!")) ?? "damaged";
}

/** A stream that ends early still gives what it holds so far. */
function inflate(bytes: Uint8Array, budget: Budget): Uint8Array | null {
  if (budget.bytes <= 0) return null;
  const options = { maxOutputLength: budget.bytes, finishFlush: constants.Z_SYNC_FLUSH };
  for (const [unpack, from] of [
    [inflateSync, 0],
    [inflateRawSync, 2],
  ] as const) {
    try {
      const unpacked = unpack(bytes.subarray(from), options);
      budget.take(unpacked.length);
      return unpacked;
    } catch {
      continue;
    }
  }
  return null;
}

function readAscii85(body: string): Uint8Array | null {
  const out: number[] = [];
  for (let at = 0; at < body.length; at += 5) {
    const group = body.slice(at, at + 5);
    const digits = Array.from({ length: 5 }, (_, place) =>
      place < group.length ? body.charCodeAt(at + place) - 33 : 84,
    );
    if (digits.some((digit) => digit < 0 || digit > 84)) return null;
    const value = digits.reduce((sum, digit) => sum * 85 + digit, 0);
    out.push(
      ...[24, 16, 8, 0].slice(0, group.length - 1).map((shift) => Math.floor(value / 2 ** shift) & 255),
    );
  }
  return Uint8Array.from(out);
}
