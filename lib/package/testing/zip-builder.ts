import { crc32, deflateRawSync } from "node:zlib";

/**
 * An entry of an archive made for a test, right by default; each member bends one thing. `local` and `central`
 * overrule what the two headers say.
 */
export interface EntryRecipe {
  readonly name: string | Buffer;
  readonly data?: string | Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  /** Unix mode with the file type, such as 0o120777 for a symbolic link. */
  readonly mode?: number;
  readonly dosAttributes?: number;
  readonly extra?: Buffer;
  readonly comment?: string;
  /** The bytes that stand as compressed data, instead of `data` deflated or stored. */
  readonly packed?: Uint8Array;
  /** The checksum that belongs to `packed`, and the size it unpacks to. */
  readonly crc32?: number;
  readonly sizeBytes?: number;
  readonly descriptor?: "signed" | "unsigned" | "wrong";
  readonly local?: Overrides;
  readonly central?: Overrides;
  /** In which of the two places the entry stands. */
  readonly only?: "local" | "central";
  /** Bytes put between this entry and the next. */
  readonly gap?: Buffer;
}

interface Overrides {
  readonly name?: string;
  readonly method?: number;
  readonly flags?: number;
  readonly crc32?: number;
  readonly compressedBytes?: number;
  readonly sizeBytes?: number;
  readonly extra?: Buffer;
  readonly offset?: number;
}

export interface ArchiveRecipe {
  readonly prefix?: Buffer;
  readonly suffix?: Buffer;
  readonly comment?: Buffer;
  /** The number of entries the end record claims. */
  readonly count?: number;
  readonly beforeDirectory?: Buffer;
  readonly beforeEnd?: Buffer;
}

interface Packed {
  readonly data: Buffer;
  readonly method: number;
  readonly crc32: number;
  readonly sizeBytes: number;
}

/** Writes a ZIP archive exactly as told, lies included. */
export function buildZip(entries: readonly EntryRecipe[], archive: ArchiveRecipe = {}): Uint8Array {
  const body: Buffer[] = archive.prefix === undefined ? [] : [archive.prefix];
  const central: Buffer[] = [];
  let offset = archive.prefix?.length ?? 0;
  for (const entry of entries) {
    const packed = pack(entry);
    if (entry.only !== "local") central.push(centralRecord(entry, packed, offset));
    if (entry.only === "central") continue;
    const parts = [
      localHeader(entry, packed),
      packed.data,
      descriptor(entry, packed),
      entry.gap ?? Buffer.alloc(0),
    ];
    body.push(...parts);
    offset += parts.reduce((sum, part) => sum + part.length, 0);
  }
  const gap = archive.beforeDirectory ?? Buffer.alloc(0);
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(archive.count ?? central.length, 8);
  end.writeUInt16LE(archive.count ?? central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset + gap.length, 16);
  end.writeUInt16LE(archive.comment?.length ?? 0, 20);
  const tail = [archive.beforeEnd, end, archive.comment, archive.suffix].filter((part) => part !== undefined);
  return Uint8Array.from(Buffer.concat([...body, gap, directory, ...tail]));
}

/** One extra field. */
export function extraField(id: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

/** The Info-ZIP Unicode path field for an entry: `name` is the raw name it is bound to, `path` what it claims. */
export function unicodePathField(name: string, path: string): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(1, 0);
  head.writeUInt32LE(crc32(Buffer.from(name)), 1);
  return extraField(0x7075, Buffer.concat([head, Buffer.from(path)]));
}

const ZERO_BLOCK = Buffer.alloc(1024 * 1024);

/** That many zero bytes, deflated a block at a time: a bomb that need not be held unpacked to be made. */
export function packZeros(sizeBytes: number): { packed: Uint8Array; crc32: number; sizeBytes: number } {
  const blocks = Math.floor(sizeBytes / ZERO_BLOCK.length);
  const rest = Buffer.alloc(sizeBytes % ZERO_BLOCK.length);
  const flushed = deflateRawSync(ZERO_BLOCK, { finishFlush: 3 }); // Z_FULL_FLUSH: ends on a byte, can be repeated
  const parts = Array.from({ length: blocks }, () => flushed);
  let checksum = 0;
  for (let block = 0; block < blocks; block++) checksum = crc32(ZERO_BLOCK, checksum);
  // the checksum of nothing, begun with another, is 0 in some versions of zlib
  if (rest.length > 0) checksum = crc32(rest, checksum);
  return { packed: Buffer.concat([...parts, deflateRawSync(rest)]), crc32: checksum, sizeBytes };
}

function pack(entry: EntryRecipe): Packed {
  const data = Buffer.from(entry.data ?? "");
  const method = entry.method ?? (data.length > 0 || entry.packed !== undefined ? 8 : 0);
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(data) : data);
  return {
    data: Buffer.from(packed),
    method,
    crc32: entry.crc32 ?? crc32(data),
    sizeBytes: entry.sizeBytes ?? data.length,
  };
}

function flagsOf(entry: EntryRecipe): number {
  const ascii = /^[\u0001-\u007f]*$/.test(Buffer.from(entry.name).toString("latin1"));
  const standard = (ascii ? 0 : 1 << 11) | (entry.descriptor === undefined ? 0 : 1 << 3);
  return entry.flags ?? standard;
}

function localHeader(entry: EntryRecipe, packed: Packed): Buffer {
  const name = Buffer.from(entry.local?.name ?? entry.name);
  const extra = entry.local?.extra ?? entry.extra ?? Buffer.alloc(0);
  const open = entry.descriptor !== undefined;
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(entry.local?.flags ?? flagsOf(entry), 6);
  header.writeUInt16LE(entry.local?.method ?? packed.method, 8);
  header.writeUInt16LE(0x21, 12);
  header.writeUInt32LE(entry.local?.crc32 ?? (open ? 0 : packed.crc32), 14);
  header.writeUInt32LE(entry.local?.compressedBytes ?? (open ? 0 : packed.data.length), 18);
  header.writeUInt32LE(entry.local?.sizeBytes ?? (open ? 0 : packed.sizeBytes), 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function centralRecord(entry: EntryRecipe, packed: Packed, offset: number): Buffer {
  const name = Buffer.from(entry.central?.name ?? entry.name);
  const extra = entry.central?.extra ?? entry.extra ?? Buffer.alloc(0);
  const comment = Buffer.from(entry.comment ?? "");
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(((entry.mode === undefined ? 0 : 3) << 8) | 20, 4);
  record.writeUInt16LE(20, 6);
  record.writeUInt16LE(entry.central?.flags ?? flagsOf(entry), 8);
  record.writeUInt16LE(entry.central?.method ?? packed.method, 10);
  record.writeUInt16LE(0x21, 14);
  record.writeUInt32LE(entry.central?.crc32 ?? packed.crc32, 16);
  record.writeUInt32LE(entry.central?.compressedBytes ?? packed.data.length, 20);
  record.writeUInt32LE(entry.central?.sizeBytes ?? packed.sizeBytes, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt16LE(comment.length, 32);
  record.writeUInt32LE((((entry.mode ?? 0) << 16) | (entry.dosAttributes ?? 0)) >>> 0, 38);
  record.writeUInt32LE(entry.central?.offset ?? offset, 42);
  return Buffer.concat([record, name, extra, comment]);
}

function descriptor(entry: EntryRecipe, packed: Packed): Buffer {
  if (entry.descriptor === undefined) return Buffer.alloc(0);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(entry.descriptor === "wrong" ? (packed.crc32 ^ 1) >>> 0 : packed.crc32, 0);
  sizes.writeUInt32LE(packed.data.length, 4);
  sizes.writeUInt32LE(packed.sizeBytes, 8);
  return entry.descriptor === "unsigned"
    ? sizes
    : Buffer.concat([Buffer.from("PK\x07\x08", "latin1"), sizes]);
}
