import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { runs } from "@/lib/testing/full-form";
import { canonicalFileList, packageDigest } from "./package-digest";
import { checkPath, findPathCollision } from "./path-policy";
import { readArchive } from "./read-archive";
import { deflateArchive, writeArchive } from "./write-archive";
import type { PackageFile } from "./types";

const folder = mkdtempSync(path.join(tmpdir(), "package-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string): PackageFile => ({ path: name, bytes: Buffer.from(text) });
const FILES: PackageFile[] = [
  file("scripts/run.sh", "#!/bin/sh\necho hi\n"),
  file("SKILL.md", "---\nname: a\n---\n"),
  file("-dash.txt", "x"),
  file("说明/사용법.md", "text"),
  file("empty.txt", ""),
  file("𝒳.txt", "after U+FFFF"),
  file("ｆ.txt", "before U+FFFF"),
];

/** Any package our own rules allow. */
const packages = fc
  .uniqueArray(
    fc.record({
      path: fc.string({ unit: "grapheme", maxLength: 40 }).filter((name) => checkPath(name) === null),
      bytes: fc.uint8Array({ maxLength: 300 }),
    }),
    { selector: ({ path: name }) => name, maxLength: 8 },
  )
  .map((files) => [file("SKILL.md", "x"), ...files])
  .filter((files) => findPathCollision(files.map(({ path: name }) => name)) === null);

describe("writing an archive", () => {
  it("gives back the files it was given, whatever they hold", () => {
    fc.assert(
      fc.property(
        packages,
        fc.constantFrom("store", "deflate"),
        fc.constantFrom("", "my-skill"),
        (files, compression, root) => {
          const result = readArchive(
            writeArchive(files, root, { compression: compression === "store" ? "store" : "deflate" }),
          );
          if (!result.ok) throw new Error(result.issue.message);
          expect(result.package.digest).toBe(packageDigest(files));
          expect(result.package.rootDirectory).toBe(root === "" ? undefined : root);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("gives the same bytes whatever the order of the files", () => {
    expect(writeArchive([...FILES].reverse(), "a")).toEqual(writeArchive(FILES, "a"));
  });

  it("is opened by unzip, with scripts executable", () => {
    const archive = path.join(folder, "a.zip");
    writeFileSync(archive, writeArchive(FILES, "my-skill", { compression: "deflate" }));
    execFileSync("unzip", ["-q", archive, "-d", folder], { env: { ...process.env, LC_ALL: "C.UTF-8" } });
    expect(readFileSync(path.join(folder, "my-skill/说明/사용법.md"), "utf8")).toBe("text");
    expect(statSync(path.join(folder, "my-skill/scripts/run.sh")).mode & 0o777).toBe(0o755);
    expect(statSync(path.join(folder, "my-skill/SKILL.md")).mode & 0o777).toBe(0o644);
  });

  it("refuses paths that may not stand in a package", () => {
    expect(() => writeArchive([file("../x", "")])).toThrow(RangeError);
    expect(() => writeArchive([file("a", ""), file("A", "")])).toThrow(RangeError);
    expect(() => writeArchive([file("a", "")], "a/b")).toThrow(RangeError);
  });
});

describe("the package digest", () => {
  it("is what coreutils computes over the unpacked skill", () => {
    const archive = path.join(folder, "b.zip");
    writeFileSync(archive, writeArchive(FILES, "digest-me"));
    execFileSync("unzip", ["-q", archive, "-d", folder], { env: { ...process.env, LC_ALL: "C.UTF-8" } });
    const command = "find . -type f -printf '%P\\0' | LC_ALL=C sort -z | xargs -0 sha256sum -- | sha256sum";
    const printed = execFileSync("bash", ["-c", command], {
      cwd: path.join(folder, "digest-me"),
      encoding: "utf8",
    });
    expect(packageDigest(FILES)).toBe(`sha256:${printed.slice(0, 64)}`);
  });

  it("lists files in the order of their bytes, which is not the order of JavaScript strings", () => {
    const lines = canonicalFileList(FILES)
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(66));
    expect(lines).toEqual([
      "-dash.txt",
      "SKILL.md",
      "empty.txt",
      "scripts/run.sh",
      "说明/사용법.md",
      "ｆ.txt",
      "𝒳.txt",
    ]);
  });

  it("changes with one byte and with a name, not with the root directory or a mode", () => {
    const base = packageDigest(FILES);
    expect(packageDigest([...FILES.slice(1), file("scripts/run.sh", "#!/bin/sh\necho hj\n")])).not.toBe(base);
    expect(packageDigest([...FILES.slice(1), file("scripts/ran.sh", "#!/bin/sh\necho hi\n")])).not.toBe(base);
    const renamed = readArchive(
      writeArchive(
        FILES.map((each) => ({ ...each, executable: true })),
        "other",
      ),
    );
    expect(renamed.ok && renamed.package.digest).toBe(base);
  });
});

describe("reading an archive with damaged bytes", () => {
  it("never throws, and never yields another file under a known checksum", () => {
    const archive = writeArchive(FILES, "my-skill", { compression: "deflate" });
    const digests = new Set([packageDigest(FILES)]);
    fc.assert(
      fc.property(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Uint8Array.from(archive);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        const result = readArchive(damaged);
        if (result.ok) expect(digests).toContain(result.package.digest);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe("deflateArchive", () => {
  it("gives the bytes of a deflated archive without stopping its process for them", async () => {
    const files = [...FILES, file("long.txt", "x".repeat(100_000))];
    expect(await deflateArchive(files, "a")).toEqual(writeArchive(files, "a", { compression: "deflate" }));
    await expect(deflateArchive([file("../x", "x")])).rejects.toThrow(RangeError);
  });
});

it("a path longer than published ones may be is written only when asked for", () => {
  const long = [file(`${"x".repeat(150)}/${"y".repeat(100)}`, "x")];
  expect(() => writeArchive(long)).toThrow(RangeError);
  expect(writeArchive(long, "a", { maxPathCharacters: 400 }).length).toBeGreaterThan(250);
});
