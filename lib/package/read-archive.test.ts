import { describe, expect, it } from "vitest";
import { readArchive } from "./read-archive";
import { MAIN, SKILL } from "./testing/archive-recipes";
import { buildZip, extraField, unicodePathField, type EntryRecipe } from "./testing/zip-builder";

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
});
