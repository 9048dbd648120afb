import { inflateRawSync } from "node:zlib";
import type { Budget } from "./opened-document";

export interface DocumentPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface DocumentArchive {
  readonly parts: readonly DocumentPart[];
  /** False when a part is locked, damaged, packed in an unknown way, or beyond what may be unpacked. */
  readonly complete: boolean;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const MAX_COMMENT = 65_535;
const MAX_PARTS = 2000;

/**
 * The parts of an office document, read as office programs read them: by the central directory, with whatever extra
 * fields and gaps they leave. Strictness is for packages, which are installed; these are only looked through. Null for
 * what is no such archive.
 */
export function readDocumentArchive(bytes: Uint8Array, budget: Budget): DocumentArchive | null {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(archive);
  if (end === -1) return null;
  const count = archive.readUInt16LE(end + 10);
  const parts: DocumentPart[] = [];
  let complete = count <= MAX_PARTS;
  let at = archive.readUInt32LE(end + 16);
  for (let read = 0; read < Math.min(count, MAX_PARTS); read++) {
    if (at + CENTRAL_BYTES > archive.length || archive.readUInt32LE(at) !== CENTRAL) {
      complete = false;
      break;
    }
    const nameEnd = at + CENTRAL_BYTES + archive.readUInt16LE(at + 28);
    const name = archive.toString("utf8", at + CENTRAL_BYTES, nameEnd);
    const unpacked = unpackPart(archive, at, budget);
    if (unpacked === null) complete = false;
    else if (!name.endsWith("/")) parts.push({ name, bytes: unpacked });
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return { parts, complete };
}

function findEnd(archive: Buffer): number {
  for (let at = archive.length - END_BYTES; at >= 0 && at >= archive.length - END_BYTES - MAX_COMMENT; at--) {
    if (archive[at] === 0x50 && archive.readUInt32LE(at) === END) return at;
  }
  return -1;
}

/** The content that a record of the central directory points to, or null. */
function unpackPart(archive: Buffer, record: number, budget: Budget): Uint8Array | null {
  const locked = (archive.readUInt16LE(record + 8) & 1) === 1;
  const method = archive.readUInt16LE(record + 10);
  const local = archive.readUInt32LE(record + 42);
  if (locked || local + 30 > archive.length || archive.readUInt32LE(local) !== LOCAL) return null;
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + archive.readUInt32LE(record + 20));
  const unpacked = method === 0 ? packed : method === 8 ? inflate(packed, budget) : null;
  if (unpacked === null || unpacked.length > budget.bytes) return null;
  budget.take(unpacked.length);
  return unpacked;
}

function inflate(packed: Uint8Array, budget: Budget): Uint8Array | null {
  if (budget.bytes <= 0) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: budget.bytes });
  } catch {
    budget.waste(packed.length);
    return null;
  }
}
