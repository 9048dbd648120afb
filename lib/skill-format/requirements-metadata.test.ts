import { describe, expect, it } from "vitest";
import { codedIssues } from "./testing/build-skill";

const DESCRIBED = "name: a\ndescription: Does it when asked.";

const METADATA: [requirement: string, frontMatter: string, expected: string[]][] = [
  ["Skill Metadata §1.1, §3.1", "description: Does it when asked.", ["error FIELD_REQUIRED name"]],
  ["Skill Metadata §1.1, §3.2", "name: a", ["error FIELD_REQUIRED description"]],
  ["Skill Metadata §2.1", DESCRIBED, []],
  ["Skill Metadata §3.1", DESCRIBED.replace("a\n", "-a\n"), ["error FIELD_FORMAT name"]],
  ["Skill Metadata §3.1", DESCRIBED.replace("a\n", "a-\n"), ["error FIELD_FORMAT name"]],
  ["Skill Metadata §3.1", DESCRIBED.replace("a\n", `${"a".repeat(65)}\n`), ["error FIELD_TOO_LONG name"]],
  ["Skill Metadata §3.1", DESCRIBED.replace("a\n", "a--b\n"), []],
  ["Skill Metadata §1.2", `${DESCRIBED}\nevolution_enabled: 'false'`, ["error FIELD_TYPE evolution_enabled"]],
  ["Skill Metadata §1.3", `${DESCRIBED}\ndependencies: ffmpeg`, ["error FIELD_TYPE dependencies"]],
  ["Skill Metadata §1.3", `${DESCRIBED}\ndependencies: [ffmpeg, [a]]`, ["error FIELD_TYPE dependencies[1]"]],
  ["Skill Metadata §1.3", `${DESCRIBED}\nallowed-tools: {Read: true}`, ["error FIELD_TYPE allowed-tools"]],
  ["Skill Metadata §1.3", `${DESCRIBED}\nmodel: [a]`, ["error FIELD_TYPE model"]],
  ["Skill Metadata §1.3", `${DESCRIBED}\nlicense: {a: b}`, ["error FIELD_TYPE license"]],
  ["Skill Metadata §1.3", `${DESCRIBED}\nentry_point: [a]`, ["error FIELD_TYPE entry_point"]],
  ["Skill Metadata §2.2", `${DESCRIBED}\nversion: 2024.01.15\ncreated_at: 2026-01-23`, []],
  ["Skill Metadata §3.2", "name: a\ndescription: Use me 90", ["error FIELD_TOO_SHORT description"]],
  ["Skill Metadata §3.2", "name: a\ndescription: A thing of ten.", ["warning DESCRIPTION_WEAK description"]],
  [
    "Skill Metadata §3.3",
    `${DESCRIBED}\nsource_url: http://github.com/a/b`,
    ["error FIELD_FORMAT source_url"],
  ],
  ["Skill Metadata §3.3", `${DESCRIBED}\nsource_url: git@github.com:a/b`, ["error FIELD_FORMAT source_url"]],
  ["Skill Metadata §3.3", `${DESCRIBED}\nsource_url: https://code.example.org/a`, []],
  ["Skill Metadata §3.4", `${DESCRIBED}\nsource_hash: ${"A".repeat(40)}`, []],
  [
    "Skill Metadata §3.4",
    `${DESCRIBED}\nsource_hash: '${"1".repeat(39)}'`,
    ["error FIELD_FORMAT source_hash"],
  ],
  ["Skill Metadata §3.5", `${DESCRIBED}\nversion: latest`, ["error FIELD_FORMAT version"]],
  ["Skill Metadata §3.5", `${DESCRIBED}\nversion: 2024.02.30`, ["error FIELD_FORMAT version"]],
  ["Skill Metadata §3.6", `${DESCRIBED}\ncreated_at: 2026-13-01`, ["error FIELD_FORMAT created_at"]],
  ["Skill Metadata §3.6", `${DESCRIBED}\nupdated_at: 2026-01-23T10:30:00Z`, []],
  [
    "Skill Metadata §3.6",
    `${DESCRIBED}\ncreated_at: 2026-01-23\nupdated_at: 2026-01-22`,
    ["warning DATE_ORDER updated_at"],
  ],
];

describe("Skill Metadata v1.0", () => {
  it.each(METADATA)("%s: %j", (_requirement, frontMatter, expected) =>
    expect(codedIssues("metadata", frontMatter)).toEqual(expected),
  );

  it.each([
    ["Skill Metadata §4.1", '{"fixes": {}}', ["error FIELD_TYPE evolution.json#fixes"]],
    ["Skill Metadata §4.2", '{"fixes": [1]}', ["error FIELD_TYPE evolution.json#fixes[0]"]],
    ["Skill Metadata §4.2", '{"custom_prompts": []}', ["error FIELD_TYPE evolution.json#custom_prompts"]],
    [
      "Skill Metadata §4.2",
      '{"last_updated": "2026-01-23"}',
      ["error FIELD_FORMAT evolution.json#last_updated"],
    ],
    ["Skill Metadata §4.2", "{}", []],
    ["Skill Metadata §4.2", "[]", ["error FIELD_TYPE evolution.json"]],
    ["Skill Metadata §4.2", "{", ["error FILE_INVALID evolution.json"]],
  ])("%s: evolution.json %s", (_requirement, text, expected) => {
    const found = codedIssues("metadata", `${DESCRIBED}\nversion: 1.0.0`, {
      files: { "evolution.json": text },
    });
    expect(found).toEqual(expected);
  });

  it("Skill Metadata §4: experience that is not used, or of another source, is remarked on", () => {
    const files = { "evolution.json": `{"last_evolved_hash": "${"b".repeat(40)}"}` };
    expect(codedIssues("metadata", `${DESCRIBED}\nevolution_enabled: false`, { files })).toEqual([
      "warning EVOLUTION_IGNORED evolution.json",
    ]);
    expect(codedIssues("metadata", `${DESCRIBED}\nsource_hash: ${"a".repeat(40)}`, { files })).toEqual([
      "warning EVOLUTION_STALE evolution.json#last_evolved_hash",
    ]);
  });
});
