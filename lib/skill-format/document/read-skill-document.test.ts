import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "@/lib/testing/full-form";
import { nodeAt } from "../yaml/node";
import { readSkillDocument } from "./read-skill-document";

function codes(source: string | Uint8Array): string[] {
  return readSkillDocument(source).issues.map(({ code }) => code);
}

function textAt(source: string, key: string): unknown {
  const node = nodeAt(readSkillDocument(source).frontMatter ?? fail(), key);
  return node?.kind === "scalar" ? node.source : undefined;
}

function fail(): never {
  throw new Error("the front matter was not read");
}

describe("fences", () => {
  it("the first line and the next one of three hyphens enclose the block, trailing blanks allowed", () => {
    const { frontMatter, body, bodyLine, issues } = readSkillDocument("--- \nname: a\n---\t\n# A\n---\nb\n");
    expect([...(frontMatter?.entries.keys() ?? [])]).toEqual(["name"]);
    expect(body).toBe("# A\n---\nb\n");
    expect(bodyLine).toBe(4);
    expect(issues).toEqual([]);
  });

  it.each([
    ["---\nname: a\n---"],
    ["---\nname: a\n---\n"],
    ["---\rname: a\r---\r"],
    ["---\r\nname: a\r\n---\r\n"],
  ])("the closing fence may end the file, whatever the line ends are: %j", (source) => {
    expect(codes(source)).toEqual([]);
    expect(textAt(source, "name")).toBe("a");
  });

  it.each([
    ["\n---\nname: a\n---\n"],
    ["------\nname: a\n------\n"],
    ["----\nname: a\n----"],
    [" ---\nname: a\n---"],
    ["x"],
    [""],
  ])("nothing else opens a block: %j", (source) => expect(codes(source)).toEqual(["FRONTMATTER_MISSING"]));

  it.each([["---\nname: a\n...\n# A"], ["---\nname: a\n ---\n"], ["---\nname: a\n----\n"], ["---"]])(
    "nothing else closes a block: %j",
    (source) => expect(codes(source)).toEqual(["FRONTMATTER_UNCLOSED"]),
  );

  it("three hyphens inside a line or an indented block text stay text", () => {
    expect(textAt("---\na: x --- y\nb: |\n  ---\n  z\n---\n", "b")).toBe("---\nz\n");
  });
});

describe("encoding", () => {
  it("a byte order mark is removed with a warning, as text and as bytes", () => {
    const source = "\uFEFF---\nname: a\n---\n";
    for (const given of [source, new TextEncoder().encode(source)]) {
      const { frontMatter, issues } = readSkillDocument(given);
      expect(frontMatter?.entries.has("name")).toBe(true);
      expect(issues).toMatchObject([{ severity: "warning", code: "BOM_PRESENT", path: "SKILL.md" }]);
    }
  });

  it("bytes that are not UTF-8, a NUL and half a surrogate pair are no text", () => {
    expect(codes(new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xc3, 0x28]))).toEqual(["ENCODING_INVALID"]);
    expect(codes("---\nname: a\n---\n\0")).toEqual(["ENCODING_INVALID"]);
    expect(codes("---\nname: a\n---\n\uD800")).toEqual(["ENCODING_INVALID"]);
  });

  it("a NUL or half a pair written as an escape is refused too", () => {
    expect(codes('---\nname: "\\0"\n---\n')).toEqual(["FRONTMATTER_INVALID_YAML"]);
    expect(codes('---\nname: "\\ud800"\n---\n')).toEqual(["FRONTMATTER_INVALID_YAML"]);
  });
});

describe("scalars", () => {
  it.each([
    ["1.0", "number"],
    ["007", "number"],
    ["5_000", "text"],
    ["yes", "text"],
    ["True", "boolean"],
    ["2026-01-23", "text"],
    ["~", "null"],
    ["12:30:45", "text"],
    ["0o17", "number"],
    [".inf", "number"],
    ["1234567890123456789012345678901234567890", "number"],
  ])("%s is read by YAML 1.2 core as %s and keeps its text", (written, type) => {
    const node = nodeAtRaw(`---\nv: ${written}\n---\n`);
    expect(node).toMatchObject({ kind: "scalar", type, source: written, line: 2 });
  });

  it("quotes make a text", () => {
    expect(nodeAtRaw('---\nv: "5000"\n---\n')).toMatchObject({ type: "text", value: "5000", plain: false });
  });

  function nodeAtRaw(source: string) {
    return readSkillDocument(source).frontMatter?.entries.get("v");
  }
});

describe("duplicate keys", () => {
  it.each([
    ["a: 1\na: 2", 3],
    ["x:\n  y:\n    - {z: 1, z: 2}", 4],
    ['a: 1\n"a": 2', 3],
  ])("are an error at any depth: %j", (block, line) => {
    expect(readSkillDocument(`---\n${block}\n---\n`).issues).toMatchObject([
      { severity: "error", code: "FRONTMATTER_DUPLICATE_KEY", path: "frontmatter", line },
    ]);
  });

  it("the first value is kept, so that the other checks still run", () => {
    expect(textAt("---\nname: first\nname: second\n---\n", "name")).toBe("first");
  });

  it("the same key in two mappings is none", () => {
    expect(codes("---\na: {x: 1}\nb: {x: 1}\n---\n")).toEqual([]);
  });
});

describe("hostile YAML", () => {
  const bomb = "abcdefghi"
    .split("")
    .map((name, index) =>
      index === 0
        ? "a: &a [x,x,x,x,x,x,x,x,x]"
        : `${name}: &${name} [${`*${"abcdefghi"[index - 1]},`.repeat(9)}]`,
    )
    .join("\n");

  it.each([
    ["an alias bomb", bomb],
    ["an alias of itself", "a: &a [*a]"],
    ["an alias of nothing", "a: *b"],
    ["a Python tag", "a: !!python/object:os.system x"],
    ["a JavaScript tag", 'a: !!js/function "x"'],
    ["a binary tag", "a: !!binary aGk="],
    ["a mapping as a key", "a: {{ name }}"],
    ["two documents", "a: 1\n...\nb: 2"],
    ["a directive", "%YAML 1.1\na: yes"],
    ["brackets 100,000 deep", `a: ${"[".repeat(100_000)}`],
    ["hyphens 100,000 deep", "- ".repeat(100_000)],
    ["question marks 100,000 deep", "? ".repeat(100_000)],
    ["100,000 anchors", `a: [${"&a x,".repeat(100_000)}]`],
    ["100,000 keys", Array.from({ length: 100_000 }, (_, index) => `k${index}: v`).join("\n")],
    ["a megabyte of text", `a: ${"x".repeat(1_000_000)}`],
  ])("%s is refused", (_name, block) => {
    expect(codes(`---\n${block}\n---\n`)).toContain("FRONTMATTER_INVALID_YAML");
  });

  it("a few aliases are followed", () => {
    const { frontMatter, issues } = readSkillDocument("---\na: &a {x: 1}\nb: [*a, *a]\n---\n");
    expect(issues).toEqual([]);
    const list = frontMatter?.entries.get("b");
    expect(list?.kind === "list" && list.items.every((item) => item.kind === "map")).toBe(true);
  });

  it("60 levels are read, 70 are not", () => {
    const nested = (depth: number) => `---\na: ${"[".repeat(depth)}${"]".repeat(depth)}\n---\n`;
    expect(codes(nested(60))).toEqual([]);
    expect(codes(nested(70))).toEqual(["FRONTMATTER_INVALID_YAML"]);
  });

  it("tags of YAML itself are allowed", () => {
    expect(textAt("---\na: !!str 5\n---\n", "a")).toBe("5");
  });
});

it("an empty block is an error, and is read as a mapping without keys", () => {
  for (const block of ["", "\n", "# only a comment\n"]) {
    const { frontMatter, issues } = readSkillDocument(`---\n${block}---\n`);
    expect(frontMatter?.entries.size).toBe(0);
    expect(issues.map(({ code }) => code)).toEqual(["FRONTMATTER_NOT_MAPPING"]);
  }
});

describe("the reader never throws", () => {
  const fragment = fc.constantFrom(
    "---\n",
    "---",
    "\n",
    "a: ",
    "b:",
    "- ",
    "? ",
    "[",
    "]",
    "{",
    "}",
    "&x ",
    "*x",
    "!!str ",
    "!t ",
    "|",
    ">-\n  ",
    '"',
    "'",
    "\\u00",
    "#",
    "%YAML 1.1\n",
    "...\n",
    "  ",
    "\t",
    "\uFEFF",
    "\r",
    "<<: ",
    "0x1F",
    ".nan",
    "null",
    ",",
    ":",
    "\0",
    "中",
    "🚀",
  );

  it("on any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void readSkillDocument(text)));
  });

  it("on any bytes", () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void readSkillDocument(bytes)));
  });

  it("on YAML torn to pieces", () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 60 }), (parts) => {
        const { issues, frontMatter } = readSkillDocument(`---\n${parts.join("")}\n---\n`);
        expect(frontMatter !== null || issues.some(({ severity }) => severity === "error")).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
