import { expect, it } from "vitest";
import { fileTree } from "@/components/skill/files/files-tab";

const file = (path: string) => ({ path, sha256: "0", sizeBytes: 1, isText: true, isExecutable: false });

it("lists SKILL.md first, then folders with what they hold, then the files beside it", () => {
  const rows = fileTree(["main.py", "scripts/lib/b.py", "scripts/a.py", "SKILL.md", "a.txt"].map(file));
  expect(rows.map((row) => `${" ".repeat(row.depth)}${row.name}${row.file ? "" : "/"}`)).toEqual([
    "SKILL.md",
    "scripts/",
    " a.py",
    " lib/",
    "  b.py",
    "a.txt",
    "main.py",
  ]);
});

it("shows each folder once", () => {
  const rows = fileTree(["a/1", "a/2", "a/b/3", "a/b/4"].map(file));
  expect(rows.filter((row) => row.file === null).map((row) => row.name)).toEqual(["a", "b"]);
});
