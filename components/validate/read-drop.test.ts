import { expect, test } from "vitest";
import { readDrop } from "@/components/validate/read-drop";

type Tree = { [name: string]: Tree | string };

/** A file or folder as browsers hand it over: the children of a folder two at a time. */
function entryOf(name: string, tree: Tree | string, above = ""): FileSystemEntry {
  const fullPath = `${above}/${name}`;
  if (typeof tree === "string") {
    const file = (resolve: (file: File) => void) => resolve(new File([tree], name));
    return { isFile: true, isDirectory: false, fullPath, file } as unknown as FileSystemEntry;
  }
  const left = Object.entries(tree).map(([child, below]) => entryOf(child, below, fullPath));
  const readEntries = (resolve: (some: FileSystemEntry[]) => void) => resolve(left.splice(0, 2));
  return {
    isFile: false,
    isDirectory: true,
    fullPath,
    createReader: () => ({ readEntries }),
  } as unknown as FileSystemEntry;
}

test("a folder is read with everything below it but the debris of tools", async () => {
  const folder = entryOf("word-count", {
    "SKILL.md": "---",
    "main.py": "x",
    references: { "a.md": "a", "b.md": "b", "c.md": "c" },
    ".git": { config: "[core]" },
    node_modules: { left: { "pad.js": "" } },
  });
  const dropped = await readDrop(folder, null);
  expect(dropped?.kind === "folder" && dropped.files.map(({ path }) => path)).toEqual([
    "word-count/SKILL.md",
    "word-count/main.py",
    "word-count/references/a.md",
    "word-count/references/b.md",
    "word-count/references/c.md",
  ]);
});

test("a file is handed on, and what is no file is left alone", async () => {
  const file = new File(["x"], "a.skill");
  expect(await readDrop(entryOf("a.skill", "x"), file)).toEqual({ kind: "file", file });
  expect(await readDrop(null, null)).toBeNull();
});
