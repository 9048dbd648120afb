import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readCheckedFile } from "./files";

const directory = mkdtempSync(path.join(os.tmpdir(), "emporion-read-"));
afterAll(() => rmSync(directory, { recursive: true }));

function read(content: string | Uint8Array, maxBytes = 1_000_000): string | Uint8Array {
  const file = path.join(directory, "SKILL.md");
  writeFileSync(file, content);
  return readCheckedFile(file, maxBytes);
}

describe("a file a check looks into", () => {
  it.each(["", "name: a\n", "技能 🧹\n", "\uFEFF---\n"])("short and UTF-8 is its text: %j", (text) => {
    expect(read(text)).toBe(text);
  });

  it("that is not UTF-8 keeps its bytes, so that the check can say so", () => {
    const bytes = Uint8Array.of(0x61, 0xc3, 0x28);
    expect(read(bytes)).toEqual(bytes);
    read("a longer text that is read into the same memory");
    expect(read(bytes)).toEqual(bytes);
  });

  it.each([256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 700_000])("of %i bytes is whole", (length) => {
    expect(Buffer.from(read("x".repeat(length))).toString()).toBe("x".repeat(length));
  });

  it("longer than allowed is cut there", () => {
    expect(read("x".repeat(700_000), 300_000)).toHaveLength(300_000);
  });
});
