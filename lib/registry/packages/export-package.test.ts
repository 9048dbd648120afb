import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { assemblePackage, readArchive, writeArchive, type PackageFile } from "@/lib/package";
import { exportPackage } from "@/lib/registry/packages/export-package";

const skillMd = (name: string) => Buffer.from(`---\nname: ${name}\ndescription: Use it.\ntags: [a]\n---\n`);

function packageOf(name: string, files: readonly PackageFile[] = []) {
  return assemblePackage([{ path: "SKILL.md", bytes: skillMd(name) }, ...files], "another-folder");
}

describe("an exported package", () => {
  it("is an archive a store takes, with the files as they were, runnable ones too", () => {
    const files = [
      { path: "run", bytes: Buffer.from("binary\0"), executable: true },
      { path: "run.sh", bytes: Buffer.from("#!/bin/sh\n"), executable: false },
    ];
    const result = exportPackage(packageOf("pdf", files), "agent-skills");
    if (!result.ok) throw new Error("it is refused");
    const read = readArchive(result.bytes);
    expect(read.ok && read.package).toEqual(result.package);
    expect(result.package.rootDirectory).toBe("pdf");
    expect(
      result.package.files.slice(1).map((file) => ({ ...file, bytes: Buffer.from(file.bytes) })),
    ).toEqual(files);
  });

  it("has the same bytes whatever the archive it came from looked like", () => {
    const files = packageOf("pdf", [{ path: "a", bytes: Buffer.from("a".repeat(1000)) }]).files;
    const archives = [
      writeArchive(files, "one"),
      writeArchive(files.toReversed(), "", { compression: "deflate" }),
    ];
    const [one, two] = archives.map((archive) => {
      const read = readArchive(archive);
      const result = read.ok ? exportPackage(read.package, "agent-skills-upstream") : read;
      return "bytes" in result ? Buffer.from(result.bytes) : null;
    });
    expect(one).not.toBeNull();
    expect(one).toEqual(two);
  });

  it("is compressed where it would be too large for any store otherwise, and refused where that is not enough", () => {
    const large = { path: "a", bytes: Buffer.alloc(6 * 1024 * 1024) };
    const result = exportPackage(packageOf("pdf", [large]), "agent-skills");
    expect(result.ok && result.bytes.length).toBeLessThan(100_000);
    const dense = { path: "a", bytes: randomBytes(6 * 1024 * 1024) };
    expect(exportPackage(packageOf("pdf", [dense]), "agent-skills").ok).toBe(false);
  });

  it("is refused under a name no folder can have everywhere", () => {
    expect(exportPackage(packageOf("con"), "agent-skills")).toMatchObject({
      ok: false,
      issues: [{ dialect: "agent-skills", severity: "error", code: "PATH_UNSAFE", path: "name" }],
    });
    expect(exportPackage(packageOf("a".repeat(300)), "usk").ok).toBe(false);
  });
});
