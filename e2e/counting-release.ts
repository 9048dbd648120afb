import { writeArchive } from "@/lib/package";

export interface Release {
  name: string;
  version: string;
  network?: boolean;
  language?: boolean;
  /** Reads a variable that it does not declare. */
  variable?: boolean;
  required?: boolean;
}

/** Counts words; each release differs as said. */
export function releaseOf({ name, version, network, language, required, variable }: Release): Buffer {
  const extra = language ? ", language: { type: string, description: Its language }" : "";
  const skillMd = `---
spec: usk/1.0
name: ${name}
version: ${version}
description: Counts the words of a text
interface: { type: cli, entry_point: main.py, runtime: python3, call_pattern: stdin_stdout }
input_schema:
  type: object
  properties: { text: { type: string, description: The text to count }${extra} }
  required: [text${required ? ", language" : ""}]
  additionalProperties: false
output_schema:
  type: object
  properties: { words: { type: integer, description: How many words } }
  required: [words]
capabilities: [text_statistics]
permissions: { network: ${network === true}, filesystem: false, subprocess: false }
platform_compatibility: [any]
license: MIT
---

# Count words
`;
  const read = variable ? 'import os\nlimit = os.environ.get("WORD_LIMIT", "")\n' : "";
  const main = `# ${version}\nimport json, sys\n${read}json.dump({"words": len(json.load(sys.stdin)["text"].split())}, sys.stdout)\n`;
  const files = [
    { path: "SKILL.md", bytes: Buffer.from(skillMd) },
    { path: "main.py", bytes: Buffer.from(main) },
  ];
  return Buffer.from(writeArchive(files, name));
}
