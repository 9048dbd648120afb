import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { downloadPath, exportDialects, exportPath, pythonLiteral } from "@/components/skill/commands";

describe("download commands", () => {
  const skill = { slug: "json-diff", version: "1.0.0+a" };

  it("are pinned to the version they are copied from", () => {
    expect(downloadPath(skill)).toBe("/v1/agent/skills/json-diff/download?version=1.0.0%2Ba");
  });
});

describe("formats to choose from", () => {
  it("are those the version is valid as, and the reference rules where Agent Skills takes it", () => {
    const reports = [
      { dialect: "usk", valid: true },
      { dialect: "exo", valid: false },
      { dialect: "agent-skills", valid: true },
    ] as const;
    expect(exportDialects(reports)).toEqual(["usk", "agent-skills", "agent-skills-upstream"]);
    expect(exportDialects([])).toEqual([]);
    expect(exportPath({ slug: "a", version: "1.0.0" }, "usk")).toBe(
      "/v1/agent/skills/a/download?version=1.0.0&dialect=usk",
    );
  });
});

describe("pythonLiteral", () => {
  it("writes the three words of Python, and leaves them alone inside of strings", () => {
    expect(pythonLiteral({ a: true, b: null, c: "true null" })).toBe(
      '{\n  "a": True,\n  "b": None,\n  "c": "true null"\n}',
    );
  });

  it("differs from JSON in nothing else", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = pythonLiteral(value).replaceAll(STRING_OR_WORD, (part) => JSON_WORDS[part] ?? part);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

const STRING_OR_WORD = /"(?:[^"\\]|\\.)*"|True|False|None/g;
const JSON_WORDS: Record<string, string> = { True: "true", False: "false", None: "null" };
