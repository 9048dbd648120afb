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
  return readAscii85(body, budget) ?? "damaged";
}

/** A stream that ends early still gives what it holds so far. */
function inflate(bytes: Uint8Array, budget: Budget): Uint8Array | null {
  for (const [unpack, from] of [
    [inflateSync, 0],
    [inflateRawSync, 2],
  ] as const) {
    if (budget.bytes <= 0) return null;
    try {
      const options = { maxOutputLength: budget.bytes, finishFlush: constants.Z_SYNC_FLUSH };
      const unpacked = unpack(bytes.subarray(from), options);
      budget.take(unpacked.length);
      return unpacked;
    } catch {
      budget.waste(bytes.length);
    }
  }
  return null;
}

const ZEROS = "z".charCodeAt(0);
const FIRST_DIGIT = "!".charCodeAt(0);
const BASE = 85;

/** Five digits are four bytes, and `z` is four zeros. */
function readAscii85(body: string, budget: Budget): Uint8Array | null {
  const zeros = body.split("z").length - 1;
  const sizeBytes = 4 * (zeros + Math.ceil((body.length - zeros) / 5));
  if (sizeBytes > budget.bytes) return null;
  budget.take(sizeBytes);
  const out = Buffer.alloc(sizeBytes);
  let [at, value, digits] = [0, 0, 0];
  for (let place = 0; place < body.length; place++) {
    const code = body.charCodeAt(place);
    if (code === ZEROS && digits === 0) {
      at += 4;
      continue;
    }
    const digit = code - FIRST_DIGIT;
    if (digit < 0 || digit >= BASE) return null;
    value = value * BASE + digit;
    digits += 1;
    if (digits < 5) continue;
    at = out.writeUInt32BE(value % 2 ** 32, at);
    [value, digits] = [0, 0];
  }
  if (digits < 2) return out.subarray(0, at);
  for (let missing = digits; missing < 5; missing++) value = value * BASE + BASE - 1;
  out.writeUInt32BE(value % 2 ** 32, at);
  return out.subarray(0, at + digits - 1);
}
