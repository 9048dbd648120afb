import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { writeArchive } from "@/lib/package";
import { openInnerArchives } from "./inner-archives";

const file = (path: string, bytes: Uint8Array) => ({ path, bytes });
const text = (value: string) => Buffer.from(value);

function tar(entries: Record<string, string>): Uint8Array {
  const blocks = Object.entries(entries).flatMap(([name, content]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${content.length.toString(8).padStart(11, "0")} `, 124);
    header.write("0", 156);
    header.write("ustar", 257);
    const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
    body.write(content);
    return [header, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

describe("an archive inside a package is looked into", () => {
  const content = { "a.py": "import os\n", "b/c.txt": "x" };
  it.each([
    ["x.zip", writeArchive(Object.entries(content).map(([path, value]) => file(path, text(value))))],
    ["x.tar", tar(content)],
    ["x.tar.gz", gzipSync(tar(content))],
  ])("%s", (path, bytes) => {
    const { files, opened } = openInnerArchives([file(path, bytes)]);
    expect(files.map((each) => each.path)).toEqual([`${path}!/a.py`, `${path}!/b/c.txt`]);
    expect(Buffer.from(files[0]?.bytes ?? []).toString()).toBe("import os\n");
    expect(opened.has(path)).toBe(true);
  });

  it("but not one that is damaged, too large or a document", () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const damaged = gzipSync(text("x")).subarray(0, 12);
    const document = writeArchive([file("a.xml", text("x"))]);
    const archives = [
      file("bomb.gz", bomb),
      file("cut.gz", damaged),
      file("a.docx", document),
      file("text.txt", text("PK")),
    ];
    expect(openInnerArchives(archives).opened.size).toBe(0);
  });
});
