import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { stringify } from "yaml";
import { runs } from "@/lib/testing/full-form";
import { checkSkill } from "./check-skill";
import { decideStatus } from "./decide-status";
import { readSkillDocument } from "./document/read-skill-document";
import { CHECK_PROFILES, type SkillManifest } from "./types";
import { describeFields } from "./describe-fields";
import { reportMigration } from "./vibelife/migration-report";
import { toPlain } from "./yaml/node";

vi.setConfig({ testTimeout: 120_000 });

const PATHS = [
  "SKILL.md",
  "skill.md",
  "evolution.json",
  "tools/tools.yaml",
  "tools/handlers.py",
  "routing.yaml",
  "dialects/exo.yaml",
  "dialects/usk.md",
  "main.py",
];
const content = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }).map((text) => `---\nname: a\n${text}\n---\n${text}`),
  fc.json().map((text) => `---\n${text}\n---\n`),
  fc.json(),
);
const files = fc
  .array(fc.tuple(fc.constantFrom(...PATHS), content), { maxLength: 6 })
  .map((entries) => new Map<string, string | Uint8Array>(entries));

describe("any files at all", () => {
  it("are checked without a throw, and what is found can be stored", () => {
    fc.assert(
      fc.property(files, (given) => {
        const check = checkSkill({ files: given, dialects: CHECK_PROFILES, dir: "a" });
        expect(check.reports.map(({ dialect }) => dialect)).toEqual(CHECK_PROFILES);
        for (const { valid, issues } of check.reports) {
          expect(valid).toBe(issues.every(({ severity }) => severity !== "error"));
        }
        const stored = JSON.parse(
          JSON.stringify([check.manifest, check.reports, check.storeReport]),
        ) as unknown;
        for (const text of textsOf(stored)) expect(text.isWellFormed() && !text.includes("\0")).toBe(true);
        decideStatus(checkSkill({ files: given }));
        describeFields(given);
        reportMigration(given);
      }),
      { numRuns: runs(800) },
    );
  });
});

/** Every text in a value, names of members too. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsOf(member)]);
}

const text = fc.string({ unit: "grapheme", maxLength: 40 }).filter((value) => !value.includes("\0"));
const texts = fc.array(text, { maxLength: 4 });
// JSON is written without the sign of a zero, YAML with it.
const json = fc.jsonValue({ maxDepth: 3 }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const frontMatter = fc.record(
  {
    name: fc.oneof(fc.constant("a-skill"), text),
    id: fc.constant("a-skill"),
    description: text,
    version: fc.oneof(fc.constantFrom("1.0.0", "2024.01.15", "v1"), text),
    author: fc.oneof(fc.constant("DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn"), text),
    license: text,
    category: text,
    tags: texts,
    triggers: texts,
    spec: fc.constantFrom("usk/1.0", "usk/2.0"),
    interface: fc.record({
      type: fc.constantFrom("cli", "http"),
      entry_point: text,
      call_pattern: fc.constantFrom("args", "stdin_stdout"),
    }),
    input_schema: fc.constantFrom({ type: "object", properties: {} }, { type: "string" }),
    capabilities: texts,
    permissions: fc.record({ network: fc.boolean(), filesystem: fc.boolean(), env_vars: texts }),
    platform_compatibility: fc.array(fc.constantFrom("any", "Claude Code", "OpenClaw", "other"), {
      maxLength: 3,
    }),
    requirements: fc.record({ python_packages: texts, min_python: fc.constantFrom("3.10", "3.8") }),
    examples: fc.array(fc.record({ name: text, input: json, output: json }), { maxLength: 3 }),
    pricing: fc.record({ model: fc.constant("per_call"), price_lamports: fc.nat() }),
    runtime: fc.record({
      docker_image: text,
      docker_image_hash: fc.constant("A".repeat(64)),
      timeout_seconds: fc.integer({ min: 1, max: 900 }),
    }),
    annotations: fc.record({ readOnlyHint: fc.boolean(), destructiveHint: fc.boolean() }),
    source_url: fc.constantFrom("https://example.com/a", "git@example.com"),
    created_at: fc.constantFrom("2026-01-23", "2026-01-23T10:30:00Z"),
    evolution_enabled: fc.boolean(),
    dependencies: texts,
    "allowed-tools": fc.oneof(text, texts),
    model: text,
    compatibility: text,
    metadata: fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true }),
    more: json,
  },
  { requiredKeys: ["name", "description"], noNullPrototype: true },
);

/** Two ways to write the same front matter. */
const PRINTERS: readonly ((value: unknown) => string)[] = [
  (value) => stringify(value, { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "QUOTE_DOUBLE" }),
  (value) => `${JSON.stringify(value, null, 1)}\n`,
];

function manifestOf(block: string): SkillManifest {
  return checkSkill({ files: new Map([["SKILL.md", `---\n${block}---\nbody\n`]]) }).manifest;
}

it("reading, writing and reading again gives the same manifest, however it is written", () => {
  fc.assert(
    fc.property(frontMatter, (value) => {
      const [first, ...others] = PRINTERS.flatMap((print) => {
        const written = print(value);
        const read = readSkillDocument(`---\n${written}---\n`).frontMatter;
        expect(read).not.toBeNull();
        return read === null ? [] : [manifestOf(written), manifestOf(print(toPlain(read)))];
      });
      for (const other of others) expect(other).toEqual(first);
    }),
    { numRuns: 100 },
  );
});
