import { expect, it } from "vitest";
import { readArchive } from "./read-archive";
import { MAIN, SKILL, withEntry, type HostileArchive } from "./testing/archive-recipes";
import { buildZip, extraField, unicodePathField } from "./testing/zip-builder";

/**
 * Python's zipfile finds another SKILL.md in it: its directory ends in the last extra field of the one that
 * others read.
 */
function withHiddenDirectory(): Uint8Array {
  const other = Buffer.from(buildZip([{ ...SKILL, data: "other instructions" }]));
  const otherDirectory = other.readUInt32LE(other.length - 6);
  const carrier = { name: "data.bin", data: other.subarray(0, otherDirectory), method: 0 };
  const hidden = Buffer.from(other.subarray(otherDirectory, other.length - 22));
  const [carrierAt, directoryAt] = [SKILL, carrier].map((_, index, all) => {
    const before = Buffer.from(buildZip(all.slice(0, index + 1)));
    return before.readUInt32LE(before.length - 6);
  }) as [number, number];
  // Its one entry lies in the content of the carrier.
  hidden.writeUInt32LE(carrierAt + 30 + carrier.name.length, 42);
  const skillRecord = buildZip([SKILL]).length - 22 - carrierAt;
  const hiddenAt = directoryAt + skillRecord + 46 + carrier.name.length + 4;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(1n, 24);
  record.writeBigUInt64LE(1n, 32);
  record.writeBigUInt64LE(BigInt(hidden.length), 40);
  record.writeBigUInt64LE(BigInt(hiddenAt), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(hiddenAt + hidden.length), 8);
  locator.writeUInt32LE(1, 16);
  const extra = extraField(0xcafe, Buffer.concat([hidden, record, locator]));
  return buildZip([SKILL, { ...carrier, central: { extra } }]);
}

const HOSTILE: HostileArchive[] = [
  ["two entries of one name", () => buildZip([SKILL, MAIN, { ...MAIN, data: "evil" }]), "ARCHIVE_INVALID"],
  ["a local name that differs", () => withEntry({ ...MAIN, local: { name: "evil.py" } }), "ARCHIVE_INVALID"],
  ["a local method that differs", () => withEntry({ ...MAIN, local: { method: 0 } }), "ARCHIVE_INVALID"],
  ["local flags that differ", () => withEntry({ ...MAIN, local: { flags: 1 << 11 } }), "ARCHIVE_INVALID"],
  ["a local size that differs", () => withEntry({ ...MAIN, local: { sizeBytes: 3 } }), "ARCHIVE_INVALID"],
  ["a local checksum that differs", () => withEntry({ ...MAIN, local: { crc32: 7 } }), "ARCHIVE_INVALID"],
  ["a wrong checksum in both headers", () => withEntry({ ...MAIN, crc32: 7 }), "ARCHIVE_INVALID"],
  ["a declared size that is too small", () => withEntry({ ...MAIN, sizeBytes: 3 }), "ARCHIVE_INVALID"],
  ["a declared size that is too large", () => withEntry({ ...MAIN, sizeBytes: 300 }), "ARCHIVE_INVALID"],
  ["an entry only local readers see", () => buildZip([SKILL, { ...MAIN, only: "local" }]), "ARCHIVE_INVALID"],
  [
    "an entry without a local header",
    () => buildZip([SKILL, { ...MAIN, only: "central" }]),
    "ARCHIVE_INVALID",
  ],
  [
    "two records for one local header",
    () => withEntry({ ...MAIN, central: { offset: 0 } }),
    "ARCHIVE_INVALID",
  ],
  [
    "bytes before the first entry",
    () => buildZip([SKILL], { prefix: Buffer.from("#!/bin/sh\n") }),
    "ARCHIVE_INVALID",
  ],
  ["bytes after the end", () => buildZip([SKILL], { suffix: Buffer.from("more") }), "ARCHIVE_INVALID"],
  [
    "a second archive after the end",
    () => Buffer.concat([buildZip([SKILL]), buildZip([MAIN])]),
    "ARCHIVE_INVALID",
  ],
  [
    "an end record inside the comment",
    () => buildZip([SKILL], { comment: Buffer.from(buildZip([])) }),
    "ARCHIVE_INVALID",
  ],
  ["bytes between entries", () => buildZip([{ ...SKILL, gap: Buffer.from("x") }, MAIN]), "ARCHIVE_INVALID"],
  [
    "bytes before the directory",
    () => buildZip([SKILL], { beforeDirectory: Buffer.from("x") }),
    "ARCHIVE_INVALID",
  ],
  [
    "a record of ours after the directory",
    () => buildZip([SKILL], { beforeEnd: Buffer.from("PK\x05\x05") }),
    "ARCHIVE_INVALID",
  ],
  ["too low a count", () => buildZip([SKILL, MAIN], { count: 1 }), "ARCHIVE_INVALID"],
  ["too high a count", () => buildZip([SKILL, MAIN], { count: 3 }), "ARCHIVE_INVALID"],
  ["a ZIP64 count", () => buildZip([SKILL], { count: 0xffff }), "ARCHIVE_INVALID"],
  ["a ZIP64 field", () => withEntry({ ...MAIN, extra: extraField(1, Buffer.alloc(16)) }), "ARCHIVE_INVALID"],
  ["a second directory that only readers of ZIP64 see", withHiddenDirectory, "ARCHIVE_INVALID"],
  ["a ZIP64 size", () => withEntry({ ...MAIN, sizeBytes: 0xffffffff }), "ARCHIVE_INVALID"],
  ["an encrypted entry", () => withEntry({ ...MAIN, flags: 1 }), "ARCHIVE_INVALID"],
  ["strong encryption", () => withEntry({ ...MAIN, flags: 1 << 6 }), "ARCHIVE_INVALID"],
  ["masked headers", () => withEntry({ ...MAIN, flags: 1 << 13 }), "ARCHIVE_INVALID"],
  ["an unknown method", () => withEntry({ ...MAIN, method: 12 }), "ARCHIVE_INVALID"],
  ["an entry comment", () => withEntry({ ...MAIN, comment: "PK\x03\x04" }), "ARCHIVE_INVALID"],
  ["a wrong data descriptor", () => withEntry({ ...MAIN, descriptor: "wrong" }), "ARCHIVE_INVALID"],
  [
    "stored streamed data that looks finished early",
    () => withEntry({ name: "a.txt", method: 0, data: "x PK\x07\x08 y", descriptor: "signed" }),
    "ARCHIVE_INVALID",
  ],
  [
    "bytes behind the deflated data",
    () =>
      withEntry({
        name: "a.txt",
        packed: Buffer.concat([Buffer.from([3, 0]), Buffer.from("hidden")]),
        crc32: 0,
        sizeBytes: 0,
      }),
    "ARCHIVE_INVALID",
  ],
  [
    "damaged deflated data",
    () => withEntry({ ...MAIN, packed: Buffer.from([0xff, 0xff]) }),
    "ARCHIVE_INVALID",
  ],
  [
    "another name in the Unicode path",
    () => withEntry({ ...MAIN, extra: unicodePathField("main.py", "evil.py") }),
    "ARCHIVE_INVALID",
  ],
  [
    "a repeated extra field",
    () =>
      withEntry({
        ...MAIN,
        extra: Buffer.concat([extraField(0x5455, Buffer.alloc(5)), extraField(0x5455, Buffer.alloc(5))]),
      }),
    "ARCHIVE_INVALID",
  ],
  [
    "a cut extra field",
    () => withEntry({ ...MAIN, extra: Buffer.from([0x55, 0x54, 9, 0, 1]) }),
    "ARCHIVE_INVALID",
  ],
  ["a cut archive", () => buildZip([SKILL, MAIN]).slice(0, -30), "ARCHIVE_INVALID"],
];

it.each(HOSTILE)("refused, as readers would see different things: %s", (_name, archive, code) => {
  const result = readArchive(archive());
  expect(result.ok ? "accepted" : result.issue.code).toBe(code);
});
