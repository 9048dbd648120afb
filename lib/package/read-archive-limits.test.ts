import { inflateRawSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { SKILL_ARCHIVE_LIMITS } from "./limits";
import { readArchive } from "./read-archive";
import { MAIN, SKILL, withEntry, type HostileArchive } from "./testing/archive-recipes";
import { buildZip, packZeros } from "./testing/zip-builder";

vi.mock("node:zlib", { spy: true });

const HOSTILE: HostileArchive[] = [
  [
    "more entries than allowed",
    () => buildZip([SKILL, ...Array.from({ length: 500 }, (_, i) => ({ name: `f${i}` }))]),
    "CONTENT_TOO_MANY_FILES",
  ],
  [
    "an archive over 5 MiB",
    () => withEntry({ name: "a.bin", method: 0, data: new Uint8Array(5 * 1024 * 1024) }),
    "CONTENT_TOO_LARGE",
  ],
  [
    "a bomb that admits its size",
    () => withEntry({ name: "a.bin", ...packZeros(64 * 1024 * 1024) }),
    "CONTENT_TOO_LARGE",
  ],
  [
    "a bomb that hides its size",
    () => withEntry({ name: "a.bin", ...packZeros(64 * 1024 * 1024), sizeBytes: 10 }),
    "ARCHIVE_INVALID",
  ],
  [
    "many bombs that add up",
    () => buildZip([SKILL, ...["a", "b", "c"].map((name) => ({ name, ...packZeros(8 * 1024 * 1024) }))]),
    "CONTENT_TOO_LARGE",
  ],
  ["a text file", () => Buffer.from("hello"), "FILE_INVALID_TYPE"],
  ["a gzip file", () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), "FILE_INVALID_TYPE"],
  ["nothing", () => new Uint8Array(), "FILE_INVALID_TYPE"],
  ["an empty archive", () => buildZip([]), "SKILL_MD_MISSING"],
  ["no SKILL.md", () => buildZip([MAIN]), "SKILL_MD_MISSING"],
  ["SKILL.md two levels down", () => buildZip([{ ...SKILL, name: "a/b/SKILL.md" }]), "SKILL_MD_MISSING"],
  [
    "SKILL.md in one of two directories",
    () => buildZip([{ ...SKILL, name: "a/SKILL.md" }, { name: "b/x" }]),
    "SKILL_MD_MISSING",
  ],
  ["only an ignored SKILL.md", () => buildZip([{ ...SKILL, name: "__MACOSX/SKILL.md" }]), "SKILL_MD_MISSING"],
];

it.each(HOSTILE)("refused for what it holds: %s", (_name, archive, code) => {
  const result = readArchive(archive());
  expect(result.ok ? "accepted" : result.issue.code).toBe(code);
});

it("takes exactly the limits and refuses one byte more", () => {
  const size = (bytes: number) => withEntry({ name: "a.bin", ...packZeros(bytes) });
  const limits = { ...SKILL_ARCHIVE_LIMITS, maxUnpackedBytes: 1000 + String(SKILL.data).length };
  expect(readArchive(size(1000), limits).ok).toBe(true);
  expect(readArchive(size(1001), limits).ok).toBe(false);
  expect(readArchive(buildZip([SKILL, MAIN]), { ...limits, maxEntries: 2 }).ok).toBe(true);
  expect(readArchive(buildZip([SKILL, MAIN]), { ...limits, maxEntries: 1 }).ok).toBe(false);
});

it("answers a gigabyte bomb without unpacking it", () => {
  const unpack = vi.mocked(inflateRawSync);
  readArchive(withEntry({ name: "small.bin", ...packZeros(1024) }));
  expect(unpack).toHaveBeenCalled();
  unpack.mockClear();
  expect(readArchive(withEntry({ name: "big.bin", ...packZeros(1024 * 1024 * 1024) })).ok).toBe(false);
  expect(unpack).not.toHaveBeenCalled();
});
