import type { Budget } from "./opened-document";
import { plainName, fromHex } from "./pdf-tokens";
import { constants, inflateRawSync, inflateSync } from "node:zlib";

/** `picture`: packed as a picture, which holds no letters. `unknown`: not read. */
type Decoded = Uint8Array | "picture" | "unknown" | "damaged";

/** Nobody packs a page more often. */
const MAX_FILTERS = 4;
const PICTURES = /^(?:DCTDecode|DCT|JPXDecode|CCITTFaxDecode|CCF|JBIG2Decode)$/;

/** The content of a stream behind its filters, within what may still be unpacked. */
function applyFilters(packed: Uint8Array, filters: readonly string[], budget: Budget): Decoded {
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

export interface PdfStream {
  /** Number of the object, or -1. */
  readonly number: number;
  /** Its dictionary, as it is written. */
  readonly dictionary: string;
  readonly content: Decoded;
}

export interface PdfObjects {
  readonly streams: readonly PdfStream[];
  /** The bodies of objects by their number, those inside object streams too. */
  readonly bodies: ReadonlyMap<number, string>;
  /** Everything outside streams, and what object streams hold. */
  readonly outside: string;
  readonly complete: boolean;
}

const MAX_STREAMS = 20_000;
const MAX_DICTIONARY = 4000;
const MAX_BODY = 4000;
/** All bodies together: only what is found at several places at once is longer than the document. */
const MAX_BODIES = 32 * 1024 * 1024;
const STREAM = /stream\r?\n?/g;

/**
 * Finds the objects of a PDF by looking at every one, whatever its tables say: a reader that repairs a document does
 * the same, and nothing hides in an object that no table names.
 */
export function readPdfObjects(bytes: Uint8Array, budget: Budget): PdfObjects {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const source = raw.toString("latin1");
  const found = findStreams(source);
  const outside: string[] = [];
  let at = 0;
  for (const { start, end } of found) {
    outside.push(source.slice(at, start));
    at = end;
  }
  outside.push(source.slice(at));
  const pages = new Set(referencesOf(outside.join("\n"), CONTENTS));
  const later: FoundStream[] = [];
  const streams: PdfStream[] = [];
  for (const stream of found) {
    if (isPicture(stream.dictionary) && !pages.has(stream.number)) later.push(stream);
    else streams.push(decode(raw, stream, budget));
  }
  const unpacked = streams.map((stream) => unpackObjects(stream));
  const packed = unpacked.flatMap(({ objects }) => objects);
  for (const [, body] of packed) outside.push(body);
  const named = new Set(referencesOf(outside.slice(found.length + 1).join("\n"), CONTENTS));
  for (const stream of later)
    streams.push(named.has(stream.number) ? decode(raw, stream, budget) : { ...stream, content: "picture" });
  const text = outside.join("\n");
  const complete = found.length < MAX_STREAMS && unpacked.every((stream) => stream.complete);
  return { streams, outside: text, bodies: bodiesOf(text, packed), complete };
}

/**
 * What pages are drawn from is read even if it calls itself a picture. A list may have no end, so that nothing is gone
 * over twice.
 */
const CONTENTS = /\/Contents\s*(\[[^\]]{0,4000}|\d{1,10}\s+\d{1,5}\s+R)/g;
const isPicture = (dictionary: string) => /\/Subtype\s*\/Image\b/.test(dictionary);

function referencesOf(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern)).flatMap((match) =>
    Array.from((match[1] ?? "").matchAll(/(\d{1,10})\s+\d{1,5}\s+R/g), (reference) => Number(reference[1])),
  );
}

interface FoundStream {
  readonly number: number;
  readonly dictionary: string;
  readonly start: number;
  readonly end: number;
}

function findStreams(source: string): FoundStream[] {
  const found: FoundStream[] = [];
  let from = 0;
  while (found.length < MAX_STREAMS) {
    STREAM.lastIndex = from;
    const match = STREAM.exec(source);
    if (match === null) break;
    const start = match.index + match[0].length;
    const before = source.slice(Math.max(0, match.index - MAX_DICTIONARY), match.index);
    if (!/>>\s*$/.test(before.slice(-40))) {
      from = start;
      continue;
    }
    const head = before.slice(Math.max(0, before.lastIndexOf("endobj")));
    const object = Array.from(head.matchAll(/(\d{1,10})\s+\d{1,5}\s+obj\b/g)).at(-1);
    const dictionary = plainName(head.slice(object?.index ?? 0));
    const end = endOfStream(source, start, dictionary);
    found.push({ number: object === undefined ? -1 : Number(object[1]), dictionary, start, end });
    from = Math.max(start, end);
  }
  return found;
}

/** By its length where the end stands there, else at the next end. */
function endOfStream(source: string, start: number, dictionary: string): number {
  const length = Number(/\/Length\s+(\d{1,9})(?!\s+\d+\s+R)/.exec(dictionary)?.[1] ?? -1);
  if (length >= 0 && /^\s{0,4}endstream/.test(source.slice(start + length, start + length + 16)))
    return start + length;
  const end = source.indexOf("endstream", start);
  return end === -1 ? source.length : end;
}

function decode(raw: Buffer, stream: FoundStream, budget: Budget): PdfStream {
  const { number, dictionary, start, end } = stream;
  const named = /\/(?:Filter|F)\s*(\[[^\]]{0,1000}\]|\/\w+)/.exec(dictionary)?.[1] ?? "";
  const filters = Array.from(named.matchAll(/\/(\w+)/g), (match) => match[1] ?? "");
  return { number, dictionary, content: applyFilters(raw.subarray(start, end), filters, budget) };
}

/**
 * The objects that a stream of objects holds, by their numbers; not complete where many lie in one place, and would be
 * longer than it.
 */
function unpackObjects({ dictionary, content }: PdfStream): {
  objects: [number, string][];
  complete: boolean;
} {
  if (typeof content === "string" || !/\/Type\s*\/ObjStm\b/.test(dictionary))
    return { objects: [], complete: true };
  const text = Buffer.from(content).toString("latin1");
  const first = Number(/\/First\s+(\d{1,9})/.exec(dictionary)?.[1] ?? 0);
  const numbers = Array.from(text.slice(0, first).matchAll(/\d{1,10}/g), ([digits]) => Number(digits));
  const starts = numbers.flatMap((offset, at) => (at % 2 === 1 ? [first + offset] : []));
  const places = [...new Set(starts)].sort((left, right) => left - right);
  const endOf = new Map(places.map((start, at) => [start, places[at + 1]]));
  const objects: [number, string][] = [];
  let left = text.length;
  for (const [at, start] of starts.entries()) {
    const body = text.slice(start, endOf.get(start));
    left -= body.length;
    if (left < 0) return { objects, complete: false };
    objects.push([numbers[2 * at] ?? -1, body]);
  }
  return { objects: objects.length > 0 ? objects : [[-1, text]], complete: true };
}

function bodiesOf(text: string, packed: readonly [number, string][]): Map<number, string> {
  const bodies = new Map<number, string>();
  let left = MAX_BODIES;
  const add = (number: number, body: string) => {
    left -= body.length;
    if (left > 0) bodies.set(number, plainName(body));
  };
  for (const match of text.matchAll(/(?:^|[\s>])(\d{1,10})\s+\d{1,5}\s+obj\b/g)) {
    if (left <= 0) break;
    add(Number(match[1]), text.slice(match.index, match.index + MAX_BODY).split("endobj", 1)[0] ?? "");
  }
  for (const [number, body] of packed) add(number, body.slice(0, MAX_BODY));
  return bodies;
}
