import { describe, expect, test } from "vitest";
import { findNotServed, SERVED_LIMITS } from "@/lib/catalogue/served-skills/served-skill";

const FRONT_MATTER = { name: "csv-profile", description: "Profiles a table." };
const FILES = [{ path: "SKILL.md", sizeBytes: 100 }];
const files = (count: number) => [
  ...FILES,
  ...Array.from({ length: count - 1 }, (_, i) => ({ path: `f${i}.md`, sizeBytes: 1 })),
];
const sized = (bytes: number) => [...FILES, { path: "data.csv", sizeBytes: bytes - 100 }];

describe("what hosts take", () => {
  test.each<[string, Record<string, unknown>]>([
    ["name and description", {}],
    ["fields of other dialects", { version: "1.2.0", permissions: { network: false } }],
    ["the longest description", { description: "字".repeat(1024) }],
    ["the longest compatibility", { compatibility: "x".repeat(500) }],
    ["metadata of texts", { metadata: { author: "x" } }],
    ["no metadata in the map", { metadata: {} }],
  ])("%s", (_name, more) => {
    expect(findNotServed("csv-profile", { ...FRONT_MATTER, ...more }, FILES)).toBeNull();
  });

  test("as much as the extension says", () => {
    expect(findNotServed("csv-profile", FRONT_MATTER, files(SERVED_LIMITS.files))).toBeNull();
    expect(findNotServed("csv-profile", FRONT_MATTER, sized(SERVED_LIMITS.bytes))).toBeNull();
  });
});

describe("what hosts would refuse, each with the reason", () => {
  test.each<[string, Record<string, unknown> | null, string]>([
    ["no front matter", null, "no front matter"],
    ["no name", { ...FRONT_MATTER, name: undefined }, "no name of an Agent Skill"],
    ["a name in another script", { ...FRONT_MATTER, name: "姓名" }, "no name of an Agent Skill"],
    ["a name with two hyphens", { ...FRONT_MATTER, name: "a--b" }, "no name of an Agent Skill"],
    ["a long name", { ...FRONT_MATTER, name: "a".repeat(65) }, "no name of an Agent Skill"],
    ["another name", { ...FRONT_MATTER, name: "other" }, 'calls it "other"'],
    ["no description", { name: "csv-profile" }, "description"],
    ["an empty description", { ...FRONT_MATTER, description: "" }, "description"],
    ["a long description", { ...FRONT_MATTER, description: "字".repeat(1025) }, "description"],
    ["a description that is no text", { ...FRONT_MATTER, description: 7 }, "description"],
    ["a long compatibility", { ...FRONT_MATTER, compatibility: "x".repeat(501) }, "compatibility"],
    ["an empty compatibility", { ...FRONT_MATTER, compatibility: "" }, "compatibility"],
    ["metadata with more in them", { ...FRONT_MATTER, metadata: { openclaw: {} } }, "metadata"],
    ["metadata that are a list", { ...FRONT_MATTER, metadata: ["a"] }, "metadata"],
    ["no metadata where there is the field", { ...FRONT_MATTER, metadata: null }, "metadata"],
  ])("%s", (_name, frontMatter, reason) => {
    expect(findNotServed("csv-profile", frontMatter, FILES)).toContain(reason);
  });

  test("more than the extension says, and a document elsewhere", () => {
    const refuse = (list: { path: string; sizeBytes: number }[]) =>
      findNotServed("csv-profile", FRONT_MATTER, list);
    expect(refuse(files(SERVED_LIMITS.files + 1))).toBe("It has 513 files; over MCP a skill may have 512.");
    expect(refuse(sized(SERVED_LIMITS.bytes + 1))).toContain("16777217 bytes");
    expect(refuse([{ path: "docs/SKILL.md", sizeBytes: 1 }])).toContain("no SKILL.md");
  });
});
