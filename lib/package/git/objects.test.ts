import { inflateSync } from "node:zlib";
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { GIT_ATTRIBUTES } from "../by-products";
import { packEntry, packHeader, packTree, readEntryList, writeCommit, writeEntryList } from "./objects";

const file = (path: string, text = path, executable?: boolean) => ({
  path,
  bytes: Buffer.from(text),
  ...(executable === undefined ? {} : { executable }),
});

/** Kind, declared size and content of an entry. */
function readEntry(bytes: Uint8Array) {
  let at = 0;
  let byte = bytes[at++] ?? 0;
  const kind = (byte >> 4) & 7;
  let size = byte & 15;
  for (let shift = 4; byte & 0x80; shift += 7) {
    byte = bytes[at++] ?? 0;
    size += (byte & 0x7f) * 2 ** shift;
  }
  return { kind, size, content: inflateSync(bytes.subarray(at)) };
}

test.each([0, 1, 15, 16, 2047, 2048, 262_143, 262_144, 20_971_520])(
  "an entry of %i bytes says its size",
  (size) => {
    const read = readEntry(packEntry("blob", new Uint8Array(size)));
    expect([read.kind, read.size, read.content.length]).toEqual([3, size, size]);
  },
);

describe("a tree", () => {
  // What `git write-tree` gave for these files.
  const FILES = [
    file("SKILL.md", "# A\n"),
    file("a/b", "1"),
    file("a.b", "2"),
    file("a-b", "3"),
    file("run", "#!/bin/sh\n"),
  ];

  test("has the entries in git's order: a folder as if its name ended in a slash", () => {
    const { treeId, entries } = packTree(FILES);
    const tree = readEntry(entries.find(({ id }) => id === treeId)?.bytes ?? new Uint8Array());
    const names = [...tree.content.toString("latin1").matchAll(/(\d+) ([\w.-]+)\0/g)].map(
      ([, mode, name]) => `${mode} ${name}`,
    );
    expect(names).toEqual([
      "100644 .gitattributes",
      "100644 SKILL.md",
      "100644 a-b",
      "100644 a.b",
      "40000 a",
      "100755 run",
    ]);
  });

  test("has the id that git gives it", () => {
    expect(packTree(FILES).treeId).toBe("77758f6340244ff2a818c469251fd93b8e5b10f3");
  });

  test("holds each object once, and its list says where", () => {
    const { entries } = packTree([file("a", "same"), file("b/c", "same"), file("d/c", "same")]);
    const ids = entries.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(4); // the text, .gitattributes, one folder, the tree
    const placed = readEntryList(writeEntryList(entries));
    expect(placed.map(({ id }) => id)).toEqual(ids);
    expect(placed.map(({ start, end }) => end - start)).toEqual(entries.map(({ bytes }) => bytes.length));
    for (const { id, bytes } of entries) {
      const { kind, content } = readEntry(bytes);
      const name = kind === 3 ? "blob" : "tree";
      expect(createHash("sha1").update(`${name} ${content.length}\0`).update(content).digest("hex")).toBe(id);
    }
  });

  test.each([
    ["another name", [file("b", "x")]],
    ["another text", [file("a", "y")]],
    ["another mode", [file("a", "x", true)]],
    ["another folder", [file("a/a", "x")]],
  ])("has another id for %s", (_case, files) => {
    expect(packTree(files).treeId).not.toBe(packTree([file("a", "x")]).treeId);
  });

  test("has the same id for files in any order", () => {
    expect(packTree(FILES.toReversed()).treeId).toBe(packTree(FILES).treeId);
  });

  test("has a package's own file of that name, of an earlier release, instead of ours", () => {
    const own = packTree([file("SKILL.md"), file(GIT_ATTRIBUTES.path, "*.md text\n")]);
    const texts = own.entries.map(({ bytes }) => readEntry(bytes).content.toString());
    expect(texts).toContain("*.md text\n");
    expect(texts).not.toContain(GIT_ATTRIBUTES.text);
  });
});

test("a commit says facts of the version alone, and nobody's name or time", () => {
  const facts = { treeId: "1".repeat(40), name: "csv", version: "1.2.0", packageDigest: "sha256:0" };
  const { id, content } = writeCommit({ ...facts, parentIds: ["2".repeat(40)] });
  expect(Buffer.from(content).toString()).toBe(
    `tree ${"1".repeat(40)}\nparent ${"2".repeat(40)}\n` +
      "author Emporion <market@emporion.invalid> 315532800 +0000\n" +
      "committer Emporion <market@emporion.invalid> 315532800 +0000\n\ncsv 1.2.0\n\nPackage-Digest: sha256:0\n",
  );
  expect(id).not.toBe(writeCommit({ ...facts, parentIds: [] }).id);
});

test("a pack begins with its version and how many objects it has", () => {
  expect(Buffer.from(packHeader(258)).toString("latin1")).toBe("PACK\0\0\0\u0002\0\0\u0001\u0002");
});
