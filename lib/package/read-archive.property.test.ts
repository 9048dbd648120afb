import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "@/lib/testing/full-form";
import { readArchive, readZipFiles } from "./read-archive";
import { MAIN, SKILL } from "./testing/archive-recipes";
import { buildZip, type EntryRecipe } from "./testing/zip-builder";
import { writeArchive } from "./write-archive";

const CODES = [
  "SKILL_MD_MISSING",
  "FILE_INVALID_TYPE",
  "ARCHIVE_INVALID",
  "PATH_INVALID",
  "CONTENT_TOO_LARGE",
  "CONTENT_TOO_MANY_FILES",
];

const entry: fc.Arbitrary<EntryRecipe> = fc.record(
  {
    name: fc.oneof(
      fc.constantFrom("SKILL.md", "a/b", "A", "a", "../x", "a/", "con", "x\0"),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    ),
    data: fc.string({ maxLength: 60 }),
    method: fc.constantFrom(0, 8, 12),
    flags: fc.nat(0xffff),
    mode: fc.oneof(fc.constantFrom(0o100644, 0o120777, 0o040755, 0o010644), fc.nat(0xffff)),
    descriptor: fc.constantFrom("signed", "unsigned", "wrong"),
    sizeBytes: fc.constantFrom(0, 1, 0xffff, 0xffffffff),
    extra: fc.uint8Array({ maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
    only: fc.constantFrom("local", "central"),
  },
  { requiredKeys: ["name"] },
);

/** What becomes of an archive: its bytes from `at` on replaced by others of any length. */
const change = fc.record({ at: fc.nat(), cut: fc.nat({ max: 12 }), bytes: fc.uint8Array({ maxLength: 12 }) });

function changed(
  archive: Uint8Array,
  { at, cut, bytes }: { at: number; cut: number; bytes: Uint8Array },
): Uint8Array {
  const place = at % (archive.length + 1);
  return Buffer.concat([archive.subarray(0, place), bytes, archive.subarray(place + cut)]);
}

it("any archive is read, or refused with a code of its own; never a throw", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 4 }), fc.array(change, { maxLength: 3 }), (entries, changes) => {
      const archive = changes.reduce<Uint8Array>(changed, buildZip([SKILL, MAIN, ...entries]));
      const result = readArchive(archive);
      const plain = readZipFiles(archive);
      if (!result.ok) expect(CODES).toContain(result.issue.code);
      if (!plain.ok) expect(CODES).toContain(plain.issue.code);
      if (!result.ok) return;
      const { files, rootDirectory, digest } = result.package;
      const again = readArchive(writeArchive(files, rootDirectory, { compression: "deflate" }));
      expect(again.ok && again.package.digest).toBe(digest);
    }),
    { numRuns: runs(2_000) },
  );
});

it("any bytes are refused, not thrown at", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => !readArchive(bytes).ok));
});
