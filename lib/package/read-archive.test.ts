import { describe, expect, it } from "vitest";
import { SKILL_ARCHIVE_LIMITS } from "./limits";
import { readArchive } from "./read-archive";
import { buildZip, extraField, packZeros, unicodePathField, type EntryRecipe } from "./testing/zip-builder";
import type { PackageIssueCode } from "./types";

const SKILL: EntryRecipe = { name: "SKILL.md", data: "---\nname: a\ndescription: b\n---\n" };
const MAIN: EntryRecipe = { name: "main.py", data: "print(1)\n" };
const INVISIBLE_SPACE = "\u200b";

function withEntry(entry: EntryRecipe): Uint8Array {
  return buildZip([SKILL, entry]);
}

const HOSTILE: [name: string, archive: () => Uint8Array, code: PackageIssueCode][] = [
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
  [
    "a symbolic link",
    () => withEntry({ name: "link", data: "../../etc/passwd", mode: 0o120777 }),
    "ARCHIVE_INVALID",
  ],
  [
    "a link that stays inside",
    () => withEntry({ name: "link", data: "SKILL.md", mode: 0o120777 }),
    "ARCHIVE_INVALID",
  ],
  ["a named pipe", () => withEntry({ ...MAIN, mode: 0o010644 }), "ARCHIVE_INVALID"],
  ["a device", () => withEntry({ ...MAIN, mode: 0o060644 }), "ARCHIVE_INVALID"],
  ["a set-user-id file", () => withEntry({ ...MAIN, mode: 0o104755 }), "ARCHIVE_INVALID"],
  ["a directory with content", () => withEntry({ name: "scripts/", data: "payload" }), "ARCHIVE_INVALID"],
  ["a directory by mode, a file by name", () => withEntry({ ...MAIN, mode: 0o040755 }), "ARCHIVE_INVALID"],
  [
    "names that differ in case",
    () => buildZip([SKILL, MAIN, { ...MAIN, name: "Main.py" }]),
    "ARCHIVE_INVALID",
  ],
  [
    "names that differ in Unicode form",
    () => buildZip([SKILL, { name: "caf\u00e9" }, { name: "cafe\u0301" }]),
    "ARCHIVE_INVALID",
  ],
  [
    "a directory in two spellings",
    () => buildZip([SKILL, { name: "a/x" }, { name: "A/y" }]),
    "ARCHIVE_INVALID",
  ],
  ["a file used as a directory", () => buildZip([SKILL, { name: "a" }, { name: "a/b" }]), "ARCHIVE_INVALID"],
  [
    "a file beside a directory entry of its name",
    () => buildZip([SKILL, { name: "a" }, { name: "a/" }]),
    "ARCHIVE_INVALID",
  ],
  ["a name that is not UTF-8", () => withEntry({ name: Buffer.from([0x61, 0xff]) }), "ARCHIVE_INVALID"],
  ["a cut archive", () => buildZip([SKILL, MAIN]).slice(0, -30), "ARCHIVE_INVALID"],
  ["a path that climbs out", () => withEntry({ name: "../evil.py" }), "PATH_INVALID"],
  ["a path that climbs in the middle", () => withEntry({ name: "a/../../evil.py" }), "PATH_INVALID"],
  ["an absolute path", () => withEntry({ name: "/etc/passwd" }), "PATH_INVALID"],
  ["a drive letter", () => withEntry({ name: "C:evil.py" }), "PATH_INVALID"],
  ["a backslash", () => withEntry({ name: "..\\evil.py" }), "PATH_INVALID"],
  ["a NUL in the name", () => withEntry({ name: "main.py\0.txt" }), "PATH_INVALID"],
  ["a zero-width character", () => withEntry({ name: `main${INVISIBLE_SPACE}.py` }), "PATH_INVALID"],
  ["a direction override", () => withEntry({ name: "\u202etxt.py" }), "PATH_INVALID"],
  ["a Windows device", () => withEntry({ name: "scripts/aux.py" }), "PATH_INVALID"],
  ["an alternate data stream", () => withEntry({ name: "main.py:evil" }), "PATH_INVALID"],
  ["a trailing dot", () => withEntry({ name: "main.py." }), "PATH_INVALID"],
  ["a full-width dot dot", () => withEntry({ name: "\uff0e\uff0e/evil.py" }), "PATH_INVALID"],
  ["a doubled slash", () => withEntry({ name: "a//b" }), "PATH_INVALID"],
  ["an over-long name", () => withEntry({ name: "x".repeat(270) }), "PATH_INVALID"],
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

describe("a hostile archive is refused", () => {
  it.each(HOSTILE)("%s", (_name, archive, code) => {
    const result = readArchive(archive());
    expect(result.ok ? "accepted" : result.issue.code).toBe(code);
  });
});

describe("an ordinary archive is read", () => {
  const root = "my-skill";
  const tree: EntryRecipe[] = [
    { name: `${root}/`, mode: 0o040755, dosAttributes: 0x10 },
    { ...SKILL, name: `${root}/SKILL.md` },
    { ...MAIN, name: `${root}/main.py`, mode: 0o100755 },
  ];

  it.each<[string, Uint8Array, string | undefined, string[]]>([
    ["files at the top", buildZip([SKILL, MAIN]), undefined, ["SKILL.md", "main.py"]],
    ["one root directory with its own entry", buildZip(tree), root, ["SKILL.md", "main.py"]],
    [
      "streamed entries with signed descriptors",
      buildZip(tree.map((entry) => ({ ...entry, descriptor: "signed" }))),
      root,
      ["SKILL.md", "main.py"],
    ],
    [
      "streamed entries with bare descriptors",
      buildZip([{ ...SKILL, descriptor: "unsigned" }]),
      undefined,
      ["SKILL.md"],
    ],
    [
      "streamed entries that state the size first, as Info-ZIP does",
      buildZip([{ ...SKILL, descriptor: "signed", local: { sizeBytes: String(SKILL.data).length } }]),
      undefined,
      ["SKILL.md"],
    ],
    [
      "stored and streamed",
      buildZip([SKILL, { ...MAIN, method: 0, descriptor: "signed" }]),
      undefined,
      ["SKILL.md", "main.py"],
    ],
    [
      "macOS debris beside the root",
      buildZip([
        ...tree,
        { name: "__MACOSX/my-skill/._SKILL.md", data: "x" },
        { name: ".DS_Store", data: "x" },
        { name: `${root}/.DS_Store` },
      ]),
      root,
      ["SKILL.md", "main.py"],
    ],
    [
      "an archive comment, as git writes it",
      buildZip([SKILL], { comment: Buffer.from("9d2f1ae0") }),
      undefined,
      ["SKILL.md"],
    ],
    [
      "Chinese and Korean names without the flag",
      buildZip([SKILL, { name: "说明.md", flags: 0 }, { name: "사용법.md" }]),
      undefined,
      ["SKILL.md", "사용법.md", "说明.md"],
    ],
    [
      "a matching Unicode path",
      buildZip([SKILL, { name: "说明.md", extra: unicodePathField("说明.md", "说明.md") }]),
      undefined,
      ["SKILL.md", "说明.md"],
    ],
    [
      "time stamps in extra fields",
      buildZip([{ ...SKILL, extra: extraField(0x5455, Buffer.alloc(5)) }]),
      undefined,
      ["SKILL.md"],
    ],
    [
      "an empty file",
      buildZip([SKILL, { name: "assets/empty.txt" }]),
      undefined,
      ["SKILL.md", "assets/empty.txt"],
    ],
    [
      "a file name with two dots",
      buildZip([SKILL, { name: "notes..txt" }]),
      undefined,
      ["SKILL.md", "notes..txt"],
    ],
    [
      "skill.md, which each dialect judges itself",
      buildZip([{ ...SKILL, name: "skill.md" }]),
      undefined,
      ["skill.md"],
    ],
  ])("%s", (_name, archive, rootDirectory, paths) => {
    const result = readArchive(archive);
    if (!result.ok) throw new Error(result.issue.message);
    expect(result.package.rootDirectory).toBe(rootDirectory);
    expect(result.package.files.map((file) => file.path)).toEqual(paths.sort());
  });

  it("keeps the execute bit and leaves it open where the writer recorded no mode", () => {
    const result = readArchive(buildZip(tree));
    const modes = result.ok ? result.package.files.map((file) => file.executable) : [];
    expect(modes).toEqual([undefined, true]);
  });

  it("turns a decomposed name, as macOS writes it, into form NFC", () => {
    const result = readArchive(buildZip([SKILL, { name: "사용법.md".normalize("NFD") }]));
    expect(result.ok && result.package.files[1]?.path).toBe("사용법.md");
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
    const bomb = withEntry({ name: "big.bin", ...packZeros(1024 * 1024 * 1024) });
    const before = performance.now();
    expect(readArchive(bomb).ok).toBe(false);
    expect(performance.now() - before).toBeLessThan(200);
  });

  it("shows hostile names as escapes in its messages", () => {
    const result = readArchive(withEntry({ name: "\u202egnp.py" }));
    expect(result.ok ? "" : result.issue.path).toBe("\\u{202e}gnp.py");
  });
});
