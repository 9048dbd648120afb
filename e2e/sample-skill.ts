import { writeArchive } from "@/lib/package";

/** The SKILL.md of a small working skill: valid in itself; `version` is where a test puts a fault in. */
export const sampleSkillMd = (name = "word-count", version = "1.0.0") => `---
spec: usk/1.0
name: ${name}
version: ${version}
description: Counts the words of a text
interface: { type: cli, entry_point: main.py, runtime: python3, call_pattern: stdin_stdout }
input_schema:
  type: object
  properties: { text: { type: string, description: The text to count } }
  required: [text]
output_schema:
  type: object
  properties: { words: { type: integer, description: How many words } }
  required: [words]
capabilities: [text_statistics]
permissions: { network: false, filesystem: false, subprocess: false }
platform_compatibility: [any]
license: MIT
---

# Count words
`;

/** The same skill as a package that works, with more files beside it. */
export function sampleArchive(
  name: string,
  version = "1.0.0",
  more: Readonly<Record<string, string>> = {},
  skillMd = sampleSkillMd(name, version),
): Buffer {
  const encoder = new TextEncoder();
  const main = `import json, sys\njson.dump({"words": len(json.load(sys.stdin)["text"].split())}, sys.stdout)\n`;
  const files = [
    { path: "SKILL.md", bytes: encoder.encode(skillMd) },
    { path: "main.py", bytes: encoder.encode(main) },
    ...Object.entries(more).map(([path, text]) => ({ path, bytes: encoder.encode(text) })),
  ];
  return Buffer.from(writeArchive(files, name));
}
