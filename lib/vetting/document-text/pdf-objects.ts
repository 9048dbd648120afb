import { applyFilters, type Decoded } from "./pdf-filters";
import type { Budget } from "./opened-document";
import { plainName } from "./pdf-tokens";

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
