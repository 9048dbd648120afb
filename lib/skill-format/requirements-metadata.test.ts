import { describe, expect, it } from "vitest";
import { codedIssues } from "./testing/build-skill";

const DESCRIBED = "name: a\ndescription: Does it when asked.";

const METADATA: [requirement: string, frontMatter: string, expected: string[]][] = [
  ["R-001-02", "description: Does it when asked.", ["error FIELD_REQUIRED name"]],
  ["R-001-03", "name: a", ["error FIELD_REQUIRED description"]],
  ["R-001-16", DESCRIBED, []],
  ["R-001-19", DESCRIBED.replace("a\n", "-a\n"), ["error FIELD_FORMAT name"]],
  ["R-001-19", DESCRIBED.replace("a\n", "a-\n"), ["error FIELD_FORMAT name"]],
  ["R-001-20", DESCRIBED.replace("a\n", `${"a".repeat(65)}\n`), ["error FIELD_TOO_LONG name"]],
  ["R-001-21", DESCRIBED.replace("a\n", "a--b\n"), []],
  ["R-001-09", `${DESCRIBED}\nevolution_enabled: 'false'`, ["error FIELD_TYPE evolution_enabled"]],
  ["R-001-12", `${DESCRIBED}\ndependencies: ffmpeg`, ["error FIELD_TYPE dependencies"]],
  ["R-001-12", `${DESCRIBED}\ndependencies: [ffmpeg, [a]]`, ["error FIELD_TYPE dependencies[1]"]],
  ["R-001-13", `${DESCRIBED}\nallowed-tools: {Read: true}`, ["error FIELD_TYPE allowed-tools"]],
  ["R-001-14", `${DESCRIBED}\nmodel: [a]`, ["error FIELD_TYPE model"]],
  ["R-001-15", `${DESCRIBED}\nlicense: {a: b}`, ["error FIELD_TYPE license"]],
  ["R-001-15", `${DESCRIBED}\nentry_point: [a]`, ["error FIELD_TYPE entry_point"]],
  ["R-001-17", `${DESCRIBED}\nversion: 2024.01.15\ncreated_at: 2026-01-23`, []],
  ["R-001-23", "name: a\ndescription: Use me 90", ["error FIELD_TOO_SHORT description"]],
  ["R-001-24", "name: a\ndescription: A thing of ten.", ["warning DESCRIPTION_WEAK description"]],
  ["R-001-25", `${DESCRIBED}\nsource_url: http://github.com/a/b`, ["error FIELD_FORMAT source_url"]],
  ["R-001-25", `${DESCRIBED}\nsource_url: git@github.com:a/b`, ["error FIELD_FORMAT source_url"]],
  ["R-001-26", `${DESCRIBED}\nsource_url: https://code.example.org/a`, []],
  ["R-001-27", `${DESCRIBED}\nsource_hash: ${"A".repeat(40)}`, []],
  ["R-001-27", `${DESCRIBED}\nsource_hash: '${"1".repeat(39)}'`, ["error FIELD_FORMAT source_hash"]],
  ["R-001-29", `${DESCRIBED}\nversion: latest`, ["error FIELD_FORMAT version"]],
  ["R-001-30", `${DESCRIBED}\nversion: 2024.02.30`, ["error FIELD_FORMAT version"]],
  ["R-001-31", `${DESCRIBED}\ncreated_at: 2026-13-01`, ["error FIELD_FORMAT created_at"]],
  ["R-001-31", `${DESCRIBED}\nupdated_at: 2026-01-23T10:30:00Z`, []],
  [
    "R-001-32",
    `${DESCRIBED}\ncreated_at: 2026-01-23\nupdated_at: 2026-01-22`,
    ["warning DATE_ORDER updated_at"],
  ],
];

describe("Skill Metadata v1.0", () => {
  it.each(METADATA)("%s: %j", (_requirement, frontMatter, expected) =>
    expect(codedIssues("metadata", frontMatter)).toEqual(expected),
  );

  it.each([
    ["R-001-34", '{"fixes": {}}', ["error FIELD_TYPE evolution.json#fixes"]],
    ["R-001-35", '{"fixes": [1]}', ["error FIELD_TYPE evolution.json#fixes[0]"]],
    ["R-001-36", '{"custom_prompts": []}', ["error FIELD_TYPE evolution.json#custom_prompts"]],
    ["R-001-37", '{"last_updated": "2026-01-23"}', ["error FIELD_FORMAT evolution.json#last_updated"]],
    ["R-001-39", "{}", []],
    ["R-001-42", "[]", ["error FIELD_TYPE evolution.json"]],
    ["R-001-42", "{", ["error FILE_INVALID evolution.json"]],
  ])("%s: evolution.json %s", (_requirement, text, expected) => {
    const found = codedIssues("metadata", `${DESCRIBED}\nversion: 1.0.0`, {
      files: { "evolution.json": text },
    });
    expect(found).toEqual(expected);
  });

  it("R-001-40, 41: experience that is not used, or of another source, is remarked on", () => {
    const files = { "evolution.json": `{"last_evolved_hash": "${"b".repeat(40)}"}` };
    expect(codedIssues("metadata", `${DESCRIBED}\nevolution_enabled: false`, { files })).toEqual([
      "warning EVOLUTION_IGNORED evolution.json",
    ]);
    expect(codedIssues("metadata", `${DESCRIBED}\nsource_hash: ${"a".repeat(40)}`, { files })).toEqual([
      "warning EVOLUTION_STALE evolution.json#last_evolved_hash",
    ]);
  });
});
