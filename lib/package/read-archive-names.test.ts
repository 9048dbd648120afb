import { expect, it } from "vitest";
import { readArchive } from "./read-archive";
import { MAIN, SKILL, withEntry, type HostileArchive } from "./testing/archive-recipes";
import { buildZip } from "./testing/zip-builder";

const INVISIBLE_SPACE = "\u200b";

const HOSTILE: HostileArchive[] = [
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
  ["a path that climbs out", () => withEntry({ name: "../evil.py" }), "PATH_INVALID"],
  ["a path that climbs in the middle", () => withEntry({ name: "a/../../evil.py" }), "PATH_INVALID"],
  ["an absolute path", () => withEntry({ name: "/etc/passwd" }), "PATH_INVALID"],
  ["a drive letter", () => withEntry({ name: "C:evil.py" }), "PATH_INVALID"],
  ["a backslash", () => withEntry({ name: "..\\evil.py" }), "PATH_INVALID"],
  ["a backslash beside a slash", () => buildZip([SKILL, { name: "a/b" }, { name: "c\\d" }]), "PATH_INVALID"],
  [
    "backslashes that climb out",
    () => buildZip([SKILL, { name: "scripts\\..\\..\\evil.py" }]),
    "PATH_INVALID",
  ],
  ["backslashes of a network share", () => buildZip([SKILL, { name: "\\\\host\\evil.py" }]), "PATH_INVALID"],
  [
    "a folder of content, by backslash",
    () => buildZip([SKILL, { name: "a\\", data: "x" }]),
    "ARCHIVE_INVALID",
  ],
  [
    "names that collide once backslashes are read",
    () => buildZip([SKILL, { name: "a\\B" }, { name: "A\\b" }]),
    "ARCHIVE_INVALID",
  ],
  ["a NUL in the name", () => withEntry({ name: "main.py\0.txt" }), "PATH_INVALID"],
  ["a zero-width character", () => withEntry({ name: `main${INVISIBLE_SPACE}.py` }), "PATH_INVALID"],
  ["a direction override", () => withEntry({ name: "\u202etxt.py" }), "PATH_INVALID"],
  ["a Windows device", () => withEntry({ name: "scripts/aux.py" }), "PATH_INVALID"],
  ["an alternate data stream", () => withEntry({ name: "main.py:evil" }), "PATH_INVALID"],
  ["a trailing dot", () => withEntry({ name: "main.py." }), "PATH_INVALID"],
  ["a full-width dot dot", () => withEntry({ name: "\uff0e\uff0e/evil.py" }), "PATH_INVALID"],
  ["a doubled slash", () => withEntry({ name: "a//b" }), "PATH_INVALID"],
  ["an over-long name", () => withEntry({ name: "x".repeat(270) }), "PATH_INVALID"],
];

it.each(HOSTILE)("refused for a name or a kind: %s", (_name, archive, code) => {
  const result = readArchive(archive());
  expect(result.ok ? "accepted" : result.issue.code).toBe(code);
});

it("reads an archive whose separators are all backslashes, its root folder, folders and by-products too", () => {
  const names = ["pdf\\SKILL.md", "pdf\\scripts\\", "pdf\\scripts\\run.ps1", "__MACOSX\\pdf\\._SKILL.md"];
  const read = readArchive(
    buildZip(names.map((name) => (name.endsWith("md") ? { ...SKILL, name } : { name }))),
  );
  expect(read.ok ? read.package.files.map(({ path }) => path) : read.issue).toEqual([
    "SKILL.md",
    "scripts/run.ps1",
  ]);
});

it("shows hostile names as escapes in its messages", () => {
  const result = readArchive(withEntry({ name: "\u202egnp.py" }));
  expect(result.ok ? "" : result.issue.path).toBe("\\u{202e}gnp.py");
});
