import { crc32 } from "node:zlib";
import { invalidArchive } from "./archive-fault";

const UNICODE_PATH = 0x7075;
/** Fields that change what an entry is or how it is read. */
const REFUSED = new Map([
  [0x0001, "a ZIP64 field"],
  [0x000d, "a Unix link field"],
  [0x756e, "a Unix link field"],
  [0x9901, "an encryption field"],
]);

/**
 * Refuses extra fields that would let two readers see different entries: cut or repeated fields, fields with
 * sizes or links of their own, and a Unicode path that is not the entry's own name.
 */
export function checkExtraFields(extra: Buffer, name: Buffer, shown: string): void {
  const seen = new Set<number>();
  let at = 0;
  while (at < extra.length) {
    if (extra.length < at + 4) throw invalidArchive(`The entry "${shown}" has a cut extra field.`, shown);
    const id = extra.readUInt16LE(at);
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) throw invalidArchive(`The entry "${shown}" has a cut extra field.`, shown);
    if (seen.has(id)) throw invalidArchive(`The entry "${shown}" repeats an extra field.`, shown);
    const refused = REFUSED.get(id);
    if (refused !== undefined) throw invalidArchive(`The entry "${shown}" has ${refused}.`, shown);
    if (id === UNICODE_PATH) checkUnicodePath(extra.subarray(at + 4, end), name, shown);
    seen.add(id);
    at = end;
  }
}

function checkUnicodePath(field: Buffer, name: Buffer, shown: string): void {
  const agrees =
    field.length >= 5 &&
    field.readUInt8(0) === 1 &&
    field.readUInt32LE(1) === crc32(name) &&
    field.subarray(5).equals(name);
  if (!agrees) throw invalidArchive(`The entry "${shown}" has a second, different name.`, shown);
}
