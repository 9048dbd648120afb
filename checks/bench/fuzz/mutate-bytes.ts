import { buildZip, type EntryRecipe } from "@/lib/package/testing/zip-builder";
import type { Random } from "./random";

const NAMES = [
  "SKILL.md",
  "main.py",
  "a/b.txt",
  "../x",
  "/x",
  "A.md",
  "a.md",
  "con",
  "a\0b",
  "說明.md",
  "x".repeat(300),
  "a/",
  "",
];
const NUMBERS = [0, 1, 7, 0x7f, 0xff, 0xffff, 0x10000, 0x7fffffff, 0xffffffff];

/** An archive built of odd entries, and then, mostly, with bytes of its records changed. */
export function makeArchive(random: Random): Uint8Array {
  const entries = Array.from({ length: random.below(5) }, () => makeEntry(random));
  if (!random.oneIn(4)) entries.unshift({ name: "SKILL.md", data: "---\nname: a\ndescription: b\n---\n" });
  let archive: Buffer = Buffer.from(buildZip(entries));
  for (let left = random.below(4); left > 0; left -= 1) archive = mutateOnce(archive, random);
  return archive;
}

function makeEntry(random: Random): EntryRecipe {
  return {
    name: random.pick(NAMES),
    data: "text ".repeat(random.below(50)),
    ...(random.oneIn(3) ? { method: random.pick([0, 8, 12]) } : {}),
    ...(random.oneIn(4) ? { flags: random.below(0x10000) } : {}),
    ...(random.oneIn(4)
      ? { mode: random.pick([0o100644, 0o120777, 0o040755, 0o104755, 0o010644, random.below(0x10000)]) }
      : {}),
    ...(random.oneIn(4) ? { descriptor: random.pick(["signed", "unsigned", "wrong"] as const) } : {}),
    ...(random.oneIn(6) ? { sizeBytes: random.pick(NUMBERS) } : {}),
    ...(random.oneIn(6)
      ? { extra: Buffer.from(Array.from({ length: random.below(20) }, () => random.below(256))) }
      : {}),
    ...(random.oneIn(8) ? { only: random.pick(["local", "central"] as const) } : {}),
  };
}

/** Changes a member of a record, a byte anywhere, or the length. */
function mutateOnce(archive: Buffer, random: Random): Buffer {
  const at = random.below(archive.length + 1);
  const copy = Buffer.from(archive);
  switch (random.below(5)) {
    case 0: {
      const records = findRecords(archive);
      if (records.length === 0) return copy;
      const place = random.pick(records) + 4 + 2 * random.below(21);
      if (place + 4 > copy.length) return copy;
      if (random.oneIn(2)) copy.writeUInt16LE(random.pick(NUMBERS) & 0xffff, place);
      else copy.writeUInt32LE(random.pick(NUMBERS), place);
      return copy;
    }
    case 1:
      if (at < copy.length) copy[at] = random.below(256);
      return copy;
    case 2:
      return copy.subarray(0, at);
    case 3:
      return Buffer.concat([
        copy.subarray(0, at),
        copy.subarray(random.below(archive.length + 1)),
        copy.subarray(at),
      ]).subarray(0, 1 << 20);
    default:
      return Buffer.concat([
        copy.subarray(0, at),
        copy.subarray(Math.min(archive.length, at + random.below(40))),
      ]);
  }
}

/** Offsets of the signatures `PK..`. */
function findRecords(archive: Buffer): number[] {
  const found: number[] = [];
  for (let at = archive.indexOf("PK"); at !== -1; at = archive.indexOf("PK", at + 1)) found.push(at);
  return found;
}
