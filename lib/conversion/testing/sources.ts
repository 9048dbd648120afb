import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { assemblePackage, packageDigest, type PackageFile } from "@/lib/package";
import { checkSkill, type SkillManifest } from "@/lib/skill-format";
import type { ConversionSource } from "../conversion-source";
import { hostileText } from "./hostile-text";

const CATALOGUE = path.resolve("prisma/catalogue");
const encoder = new TextEncoder();

/** A source from files, read as the market reads them. */
function sourceOf(files: readonly PackageFile[]): ConversionSource {
  const { manifest } = checkSkill({ files: new Map(files.map((file) => [file.path, file.bytes])) });
  return { manifest, files, version: manifest.version.raw, packageDigest: packageDigest(files) };
}

/** A skill of the starter catalogue. */
export function catalogueSource(slug: string): ConversionSource {
  const directory = path.join(CATALOGUE, slug);
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .map((name) => ({ path: name, bytes: new Uint8Array(readFileSync(path.join(directory, name))) }));
  return sourceOf(assemblePackage(files).files);
}

/** A small v3 skill whose answer names the variables and files it sees; front matter lines can be replaced. */
export function smallSource(
  changes: Record<string, string> = {},
  files: Record<string, string> = {},
): ConversionSource {
  const lines: Record<string, string> = {
    spec: "usk/1.0",
    name: "small-skill",
    version: "1.0.0",
    description: "Answers with what it is given.",
    interface: "{type: cli, entry_point: scripts/main.py, runtime: python3, call_pattern: stdin_stdout}",
    input_schema: "{type: object, properties: {text: {type: string}}}",
    output_schema: "{type: object}",
    capabilities: "[text_generation]",
    permissions: "{network: false, filesystem: false, subprocess: false}",
    platform_compatibility: "[any]",
    ...changes,
  };
  const frontMatter = Object.entries(lines).map(([key, value]) => `${key}: ${value}\n`);
  const all = {
    "SKILL.md": `---\n${frontMatter.join("")}---\n\n# Small\n\nSee [the guide](references/guide.md).\n`,
    "scripts/main.py": "import json, sys\njson.dump({'given': json.load(sys.stdin)}, sys.stdout)\n",
    ...files,
  };
  return sourceOf(Object.entries(all).map(([name, text]) => ({ path: name, bytes: encoder.encode(text) })));
}

/** Changes to a manifest as a hostile author could cause them: every text that reaches a generated file. */
export const hostileManifest: fc.Arbitrary<Partial<SkillManifest>> = fc.record({
  displayName: hostileText,
  description: hostileText,
  license: hostileText,
  compatibility: hostileText,
  category: hostileText,
  homepage: hostileText,
  tags: fc.array(hostileText, { maxLength: 3 }),
  capabilities: fc.array(hostileText, { maxLength: 3 }),
  allowedTools: fc.array(hostileText, { maxLength: 3 }),
  author: fc.record({ username: hostileText }),
  metadata: fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
  schemas: fc.record({
    input: fc.dictionary(hostileText, fc.oneof(hostileText, fc.jsonValue()), { maxKeys: 4 }),
    output: fc.dictionary(hostileText, hostileText, { maxKeys: 4 }),
  }),
  examples: fc.array(
    fc.record({ name: hostileText, input: fc.dictionary(hostileText, hostileText), output: fc.constant({}) }),
    {
      minLength: 1,
      maxLength: 2,
    },
  ),
  permissions: fc.record({
    network: fc.boolean(),
    filesystem: fc.constant(false),
    subprocess: fc.boolean(),
    envVars: fc.array(fc.oneof(hostileText, fc.constant("API_KEY")), { maxLength: 3 }),
  }),
  requirements: fc.record({
    python: fc.array(hostileText, { maxLength: 2 }),
    node: fc.array(hostileText, { maxLength: 2 }),
    other: fc.constant([]),
    minPython: hostileText,
  }),
});
