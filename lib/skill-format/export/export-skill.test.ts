import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { EXO_BODY, EXO_FRONT_MATTER, skillFiles, USK_FRONT_MATTER } from "../testing/build-skill";
import { done, frontMatterOf, refusal, textOf } from "../testing/export-text";
import { exportSkill } from "./export-skill";

const FIXTURES = path.join(import.meta.dirname, "..", "fixtures");

const base = "name: csv-cleaner\ndescription: Cleans CSV files. Use before an import.";

describe("an export", () => {
  it("holds the keys of its dialect alone, as they are written, and the comments above them", () => {
    const frontMatter = [
      "# Cleans tables",
      "name: csv-cleaner # kebab",
      "",
      "# what it costs",
      "pricing: {model: per_call}",
      "description: >-",
      "  Cleans CSV files.",
      "  # this is text",
      "  Use before an import.",
      "",
      "# free to use",
      "license:   'MIT'",
      "x-mine: 1",
      "",
      "# the end",
    ].join("\n");
    expect(textOf(frontMatter, "agent-skills", { body: "# Skill  \n\n\tText" })).toBe(
      [
        "---",
        "# Cleans tables",
        "name: csv-cleaner # kebab",
        "description: >-",
        "  Cleans CSV files.",
        "  # this is text",
        "  Use before an import.",
        "",
        "# free to use",
        "license:   'MIT'",
        "",
        "# the end",
        "---",
        "",
        "# Skill  \n\n\tText",
      ].join("\n"),
    );
  });

  it("keeps a comment that stands apart from a key that goes", () => {
    const text = textOf("# Copyright Kim\n\n# its dialect\nspec: usk/1.0\n" + base, "agent-skills");
    expect(text.startsWith("---\n# Copyright Kim\n\nname: csv-cleaner\n")).toBe(true);
    expect(text).not.toContain("its dialect");
  });

  it("keeps scalars as they are written: 1.0 stays 1.0, a price every digit", () => {
    const price = EXO_FRONT_MATTER.replace("5000", "18446744073709551615");
    const files = { "scripts/main.py": "" };
    expect(textOf(`${price}\nlicense: MIT`, "exo", { body: EXO_BODY, files })).toContain(
      "price_lamports: 18446744073709551615\n",
    );
    const metadata = `${base}\nmetadata:\n  version: 1.0\n  built: 2026-01-23`;
    expect(textOf(metadata, "agent-skills")).toContain("  version: 1.0\n  built: 2026-01-23\n");
  });

  it("keeps line ends and the body byte for byte, and drops a byte order mark", () => {
    const source = `\uFEFF---\r\n${base.replaceAll("\n", "\r\n")}\r\ntags: [a]\r\n---\r\nOne\r\n\r\n  Two\nThree`;
    const text = done(exportSkill(new Map([["SKILL.md", source]]), "agent-skills-upstream")).files.get(
      "SKILL.md",
    );
    expect(text).toBe(
      `---\r\n${base.replaceAll("\n", "\r\n")}\r\nmetadata:\r\n  store.tags: '["a"]'\r\n---\r\nOne\r\n\r\n  Two\nThree`,
    );
  });

  it("writes anew what other readers of YAML refuse or cut in two", () => {
    const text = textOf(`${base}\n# \u2028hidden: 1\nlicense: a\u0085b\u007F`, "agent-skills");
    expect(text).toBe(`---\n${base}\nlicense: "a\\u0085b\\u007f"\n---\n\n# Skill\n`);
  });

  it("names the root directory by the identifier of the dialect, whatever it was called", () => {
    expect(done(exportSkill(skillFiles(base), "agent-skills")).name).toBe("csv-cleaner");
    const ligature = base.replace("csv-cleaner", "ﬁle-技能");
    expect(done(exportSkill(skillFiles(ligature), "agent-skills-upstream")).name).toBe("file-技能");
  });

  it("is named SKILL.md, holds no overlay, and leaves every other file as it was", () => {
    const bytes = new Uint8Array([0, 255]);
    const files = new Map<string, string | Uint8Array>([
      ["skill.md", `---\n${base}\n---\n`],
      ["dialects/exo.yaml", "author: x"],
      ["dialects/agent-skills.md", "---\nlicense: ISC\n---\nShort.\n"],
      ["dialects/mine.txt", "mine"],
      ["a.bin", bytes],
    ]);
    const { files: exported } = done(exportSkill(files, "agent-skills"));
    expect([...exported.keys()].sort()).toEqual(["SKILL.md", "a.bin", "dialects/mine.txt"]);
    expect(exported.get("a.bin")).toBe(bytes);
    expect(exported.get("SKILL.md")).toBe(
      `---\n${base}\nlicense: "ISC"\n---\nShort.\n`.replace('"ISC"', "ISC"),
    );
  });

  it("says which keys went", () => {
    const files = skillFiles(`${base}\ndialects: [usk]\ntags: [a]\nlicense: MIT\nx-mine: 1\nchangelog: ~`);
    expect(done(exportSkill(files, "agent-skills"))).toMatchObject({
      moved: [],
      dropped: ["dialects", "tags", "x-mine"],
    });
    expect(done(exportSkill(files, "agent-skills-upstream")).moved).toEqual(["dialects", "tags", "x-mine"]);
  });
});

describe("an overlay", () => {
  it("is laid on: replaced where the key stands, added behind, removed by null, its body too", () => {
    const files = {
      "dialects/usk.yaml":
        "# from the store\nauthor: kim # user name\nlicense: null\nhomepage: https://example.org",
      "dialects/usk.md": "---\nversion: 2.0.0\n---\nAnother body.\n",
    };
    const written = `${USK_FRONT_MATTER}\n# who\nauthor: DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn\ntags: [a]`;
    const text = textOf(written, "usk", { files: { ...files, "main.py": "" } });
    expect(text).toContain("version: 2.0.0\ndescription: Real");
    expect(text).toContain(
      "# from the store\nauthor: kim # user name\ntags: [a]\nhomepage: https://example.org\n---\nAnother",
    );
    expect(text).not.toContain("license");
    expect(text).not.toContain("# who");
  });

  it("that cannot be read stops the export, at its own path", () => {
    const files = skillFiles(base, { files: { "dialects/usk.yaml": "[" } });
    expect(refusal(files, "usk")).toEqual(["error FILE_INVALID dialects/usk.yaml"]);
    expect(exportSkill(files, "agent-skills").ok).toBe(true);
  });
});

describe("the input schema of exo", () => {
  const open = EXO_FRONT_MATTER.replace("    additionalProperties: false\n    maxProperties: 20\n", "");
  const given = { body: EXO_BODY, files: { "scripts/main.py": "" } };

  it("is closed only when the author agrees, with no other line changed", () => {
    expect(refusal(skillFiles(open, given), "exo")).toEqual([
      "error SCHEMA_OPEN io.input_schema.additionalProperties",
    ]);
    expect(textOf(open, "exo", { ...given, options: { closeInput: true } })).toContain(
      "io:\n  input_schema:\n    additionalProperties: false\n    maxProperties: 20\n    type: object\n    properties: {}\n  output_schema:\n    type: object\n",
    );
  });

  it("keeps a bound that is narrow enough and replaces one that is not", () => {
    const closed = (line: string) =>
      frontMatterOf(
        textOf(EXO_FRONT_MATTER.replace(/ {4}additionalProperties: false\n.*/, line), "exo", {
          ...given,
          options: { closeInput: true },
        }),
      );
    expect(closed("    additionalProperties: true\n    maxProperties: 5")).toMatchObject({
      io: { input_schema: { additionalProperties: false, maxProperties: 5 } },
    });
    expect(closed("    maxProperties: 500")).toMatchObject({ io: { input_schema: { maxProperties: 20 } } });
  });

  it("is nobody else's business: the schema of USK stays open", () => {
    const text = textOf(USK_FRONT_MATTER, "usk", { files: { "main.py": "" }, options: { closeInput: true } });
    expect(text).not.toContain("additionalProperties");
  });
});

it("a VibeLife skill is exported by its id, as it is written", () => {
  const sample = path.join(FIXTURES, "vibelife/valid/a-chart-skill-with-its-tools-and-handlers");
  const names = ["SKILL.md", "rules/_index.md", "rules/chart.md", "tools/tools.yaml", "tools/handlers.py"];
  const files = new Map(names.map((name) => [name, readFileSync(path.join(sample, name), "utf8")]));
  const written = files.get("SKILL.md") ?? "";
  files.set("SKILL.md", written.replace("category:", "license: MIT\ncategory:"));
  const result = done(exportSkill(files, "vibelife"));
  expect([result.name, result.dropped]).toEqual(["bazi", ["license"]]);
  expect(result.files.get("SKILL.md")).toBe(written);
  // its name is a title: as another format it needs an overlay, and says so
  expect(refusal(files, "usk")).toEqual(["error FIELD_FORMAT name"]);
  files.set("dialects/usk.yaml", "name: bazi");
  expect(done(exportSkill(files, "usk")).name).toBe("bazi");
});

describe("what cannot be exported", () => {
  it("is refused with every issue of that dialect", () => {
    expect(refusal(skillFiles(base), "exo")).toEqual([
      "error FIELD_REQUIRED version",
      "error FIELD_REQUIRED author",
      "error FIELD_REQUIRED pricing",
      "error FIELD_REQUIRED runtime",
      "error FIELD_REQUIRED io",
    ]);
  });

  it("names no line of a file nobody has seen", () => {
    const result = exportSkill(skillFiles(`${base}\n# one\n# two\nversion: 1.0`), "metadata");
    expect(!result.ok && result.issues[0]).toEqual(
      expect.not.objectContaining({ line: expect.any(Number) as unknown }),
    );
  });

  it.each([
    ["no SKILL.md", new Map<string, string>(), ["error SKILL_MD_MISSING SKILL.md"]],
    ["no front matter", new Map([["SKILL.md", "# Title\n"]]), ["error FRONTMATTER_MISSING frontmatter"]],
    ["a key written twice", skillFiles(`${base}\nname: b`), ["error FRONTMATTER_DUPLICATE_KEY frontmatter"]],
    ["no UTF-8", new Map([["SKILL.md", new Uint8Array([0xff])]]), ["error ENCODING_INVALID SKILL.md"]],
    [
      "no key of the dialect",
      skillFiles("x: 1"),
      ["error FIELD_REQUIRED name", "error FIELD_REQUIRED description"],
    ],
  ])("is %s", (_, files, issues) => expect(refusal(files, "agent-skills")).toEqual(issues));

  it("is more than a reader takes, once every alias is written out", () => {
    const big = `big: &b "${"x".repeat(4000)}"\n`;
    const list = `list: [${Array.from({ length: 90 }, () => "*b").join(", ")}]`;
    expect(refusal(skillFiles(`${base}\n${big}${list}`), "agent-skills-upstream")).toEqual([
      "error FILE_INVALID frontmatter",
    ]);
  });
});

describe("front matter that is not written one key a line", () => {
  it.each([
    ["in brackets", `{name: csv-cleaner, description: "Use: it", tags: [a]}`],
    ["indented", "  name: csv-cleaner\n  description: 'Use: it'\n  tags: [a]"],
    ["with explicit keys", "? name\n: csv-cleaner\n? description\n: 'Use: it'\ntags: [a]"],
    ["with quoted keys", "\"name\": csv-cleaner\n'description': 'Use: it'\ntags: [a]"],
    ["over several lines", "name:\n  csv-cleaner\ndescription: 'Use:\n\n\n  it'\ntags: [a]"],
  ])("is exported too: %s", (_, frontMatter) => {
    const exported = frontMatterOf(textOf(frontMatter, "agent-skills")) as { description: string };
    expect(Object.keys(exported)).toEqual(["name", "description"]);
    expect(exported.description.replaceAll("\n", " ").replace(/ +/g, " ")).toBe("Use: it");
  });
});
