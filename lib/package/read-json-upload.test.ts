import { describe, expect, it } from "vitest";
import { readJsonUpload } from "./read-json-upload";

const SKILL_MD = "---\nname: a\ndescription: b\n---\n";
const MIB = 1024 * 1024;
const numbered = (count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, value]));

function read(body: unknown): string {
  const result = readJsonUpload(body);
  return result.ok
    ? result.package.files.map(({ path, bytes }) => `${path}:${bytes.length}`).join(" ")
    : result.issue.code;
}

describe("a JSON upload", () => {
  it("becomes the files it names, with requirements as requirements.txt", () => {
    const body = {
      skill_md: SKILL_MD,
      files: { "main.py": "说" },
      base64_files: { "m.bin": "AAECAw==" },
      requirements: "requests\n",
    };
    expect(read(body)).toBe("SKILL.md:31 m.bin:4 main.py:3 requirements.txt:9");
  });

  it("needs nothing but skill_md, and takes null for what is absent", () => {
    expect(read({ skill_md: SKILL_MD, files: null, base64_files: null, requirements: null })).toBe(
      "SKILL.md:31",
    );
  });

  it("gives the digest of the same files in an archive", () => {
    const one = readJsonUpload({ skill_md: SKILL_MD, files: { "a.txt": "x" } });
    const other = readJsonUpload({ skill_md: SKILL_MD, base64_files: { "a.txt": "eA==" } });
    expect(one.ok && other.ok && one.package.digest === other.package.digest).toBe(true);
  });

  it("takes a repeated SKILL.md or requirements.txt only with the same bytes", () => {
    expect(read({ skill_md: SKILL_MD, files: { "SKILL.md": SKILL_MD } })).toBe("SKILL.md:31");
    expect(read({ skill_md: SKILL_MD, files: { "SKILL.md": "other" } })).toBe("PATH_INVALID");
    expect(read({ skill_md: SKILL_MD, base64_files: { "SKILL.md": "eA==" } })).toBe("PATH_INVALID");
    expect(read({ skill_md: SKILL_MD, requirements: "a", files: { "requirements.txt": "b" } })).toBe(
      "PATH_INVALID",
    );
    expect(read({ skill_md: SKILL_MD, requirements: "a", files: { "requirements.txt": "a" } })).toContain(
      "requirements.txt:1",
    );
  });
});

describe("a JSON upload is refused", () => {
  it.each<[string, unknown, string]>([
    ["no object", [], "REQUEST_INVALID"],
    ["null", null, "REQUEST_INVALID"],
    ["no skill_md", { files: {} }, "SKILL_MD_MISSING"],
    ["skill_md that is no text", { skill_md: 5 }, "SKILL_MD_MISSING"],
    ["skill_md of white space", { skill_md: " \n" }, "SKILL_MD_MISSING"],
    ["a NUL in SKILL.md", { skill_md: "---\0" }, "REQUEST_INVALID"],
    ["a NUL in a text file", { skill_md: "x", files: { "a.txt": "\0" } }, "REQUEST_INVALID"],
    ["a NUL in the requirements", { skill_md: "x", requirements: "a\0" }, "REQUEST_INVALID"],
    ["a lone surrogate, which has no UTF-8", { skill_md: "\ud800" }, "REQUEST_INVALID"],
    ["files as a list", { skill_md: "x", files: [] }, "REQUEST_INVALID"],
    ["a file that is no text", { skill_md: "x", files: { "a.py": { a: 1 } } }, "REQUEST_INVALID"],
    ["requirements that are no text", { skill_md: "x", requirements: ["a"] }, "REQUEST_INVALID"],
    ["a path that climbs out", { skill_md: "x", files: { "a/../b": "x" } }, "PATH_INVALID"],
    ["an absolute path", { skill_md: "x", base64_files: { "/a": "" } }, "PATH_INVALID"],
    ["a path of 201 characters", { skill_md: "x", files: { ["x".repeat(201)]: "" } }, "PATH_INVALID"],
    [
      "one path in both maps",
      { skill_md: "x", files: { a: "x" }, base64_files: { a: "eA==" } },
      "PATH_INVALID",
    ],
    ["paths that differ in case", { skill_md: "x", files: { "A.md": "", "a.md": "" } }, "PATH_INVALID"],
    ["skill.md beside skill_md", { skill_md: "x", files: { "skill.md": "x" } }, "PATH_INVALID"],
    ["51 files", { skill_md: "x", files: numbered(51, "x") }, "CONTENT_TOO_MANY_FILES"],
    [
      "26 and 25 files",
      { skill_md: "x", files: numbered(26, "x"), base64_files: numbered(25, "") },
      "CONTENT_TOO_MANY_FILES",
    ],
    ["base64 without padding", { skill_md: "x", base64_files: { a: "AAECAw" } }, "BASE64_DECODE_FAILED"],
    [
      "base64 with too much padding",
      { skill_md: "x", base64_files: { a: "AAECAw======" } },
      "BASE64_DECODE_FAILED",
    ],
    [
      "base64 with padding inside",
      { skill_md: "x", base64_files: { a: "AA==AA==" } },
      "BASE64_DECODE_FAILED",
    ],
    ["base64 of the URL alphabet", { skill_md: "x", base64_files: { a: "-_-_" } }, "BASE64_DECODE_FAILED"],
    [
      "base64 with a line break",
      { skill_md: "x", base64_files: { a: "AAEC\nAAEC\n" } },
      "BASE64_DECODE_FAILED",
    ],
    ["base64 that is no text", { skill_md: "x", base64_files: { a: 5 } }, "BASE64_DECODE_FAILED"],
  ])("%s", (_name, body, code) => {
    expect(read(body)).toBe(code);
  });
});

describe("the limits of a JSON upload", () => {
  it("count decoded bytes of all parts, the limit itself inside", () => {
    const body = (bytes: number) => ({
      skill_md: "x",
      requirements: "y",
      files: { a: "z".repeat(bytes - 2) },
    });
    expect(read(body(5 * MIB))).toContain("a:");
    expect(read(body(5 * MIB + 1))).toBe("CONTENT_TOO_LARGE");
  });

  it("count base64 by what it stands for", () => {
    const body = (bytes: number) => ({
      skill_md: "x",
      base64_files: { a: Buffer.alloc(bytes - 1).toString("base64") },
    });
    expect(read(body(5 * MIB))).toContain("a:");
    expect(read(body(5 * MIB + 1))).toBe("CONTENT_TOO_LARGE");
  });

  it("do not count SKILL.md and requirements.txt among the 50 files", () => {
    expect(read({ skill_md: "x", requirements: "y", files: numbered(50, "x") })).toContain("f49:1");
  });
});
