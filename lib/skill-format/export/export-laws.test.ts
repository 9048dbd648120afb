import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { runs } from "@/lib/testing/full-form";
import { checkSkill } from "../check-skill";
import { DIALECT_KEYS } from "../dialects/registry";
import { readSkillDocument } from "../document/read-skill-document";
import { CHECK_PROFILES, type CheckProfile, type SkillManifest } from "../types";
import { exportSkill } from "./export-skill";

/** What of the canonical manifest is written in the keys of a dialect. */
const FIELDS: Readonly<Record<CheckProfile, (manifest: SkillManifest) => unknown>> = {
  exo: ({ slug, description, version, author, pricing, runtime, schemas, hints }) => [
    [slug, description, version, author.wallet, pricing],
    [runtime?.image, runtime?.imageDigest, runtime?.timeoutSeconds, schemas, hints],
  ],
  metadata: ({ slug, description, version, license, provenance, evolution, allowedTools, model }) => [
    [slug, description, version, license, provenance, evolution, allowedTools, model],
  ],
  usk: ({ slug, description, version, permissions, capabilities, platforms, tags, homepage, ...rest }) => [
    [slug, description, version, permissions, capabilities, platforms, tags, homepage],
    [rest.category, rest.license, rest.changelog, rest.examples, rest.spec, rest.requirements.python],
  ],
  vibelife: ({ slug, displayName, description, version, triggers, category }) => [
    [slug, displayName, description, version, triggers, category],
  ],
  "agent-skills": ({ slug, description, license, compatibility, metadata, allowedTools }) => [
    [slug, description, license, compatibility, metadata, allowedTools],
  ],
  "agent-skills-upstream": ({ slug, description, license, compatibility, allowedTools }) => [
    [slug, description, license, compatibility, allowedTools],
  ],
};

const WALLET = "DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn";

const text = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    "1.0",
    "yes",
    "null",
    "2026-01-23",
    "# no comment",
    "a: b",
    "---",
    "a\n--- b\n",
    "'\"\\",
    "\u2028x\u0085y\u007F",
    "&a *a !t",
    " lead",
  ),
);
const schema = fc.record({
  type: fc.constant("object"),
  properties: fc.dictionary(fc.stringMatching(/^[a-z_-]{1,8}$/), fc.constant({ type: "string" }), {
    maxKeys: 3,
  }),
  additionalProperties: fc.constantFrom(false, false, false, true),
  maxProperties: fc.constantFrom(3, 20),
});

/** A front matter in which all five formats are written side by side. */
const KEYS = {
  name: fc.constantFrom("csv-cleaner", "a", "b2", "数据"),
  id: fc.constantFrom("csv-cleaner", "b"),
  description: fc.oneof(fc.constant("Cleans files. Use it. 工具：a_b"), text),
  version: fc.constantFrom("1.0.0", "1.0.0", "1.0.0", "2024.01.15", "1.0"),
  author: fc.constantFrom(WALLET, WALLET, WALLET, "kim"),
  license: text,
  pricing: fc.record({ model: fc.constant("per_call"), price_lamports: fc.maxSafeNat() }),
  runtime: fc.record({
    docker_image: fc.constant("exo-runtime-python-3.11"),
    docker_image_hash: fc.constant("6".repeat(64)),
    entrypoint: fc.constant("main.py"),
  }),
  io: fc.record({ input_schema: schema, output_schema: schema }),
  annotations: fc.record({ readOnlyHint: fc.boolean() }),
  source_url: fc.constant("https://example.org/a"),
  created_at: fc.constantFrom("2026-01-23", "2026-01-23T10:30:00Z"),
  evolution_enabled: fc.boolean(),
  model: text,
  permissions: fc.record({ network: fc.boolean(), env_vars: fc.array(fc.constantFrom("A", "B")) }),
  capabilities: fc.array(fc.constantFrom("web_search", "email"), { maxLength: 2 }),
  tags: fc.array(text, { maxLength: 3 }),
  homepage: fc.constant("https://example.org"),
  changelog: text,
  examples: fc.array(fc.record({ input: fc.jsonValue(), output: fc.jsonValue() }), { maxLength: 2 }),
  category: fc.constantFrom("wellness", "search"),
  triggers: fc.array(text, { minLength: 1, maxLength: 2 }),
  compatibility: text,
  metadata: fc.dictionary(fc.stringMatching(/^[a-z.]{1,6}$/), text, { maxKeys: 3 }),
  "allowed-tools": fc.constantFrom("Read Grep", "Bash(git:*), Read"),
  "x-other": fc.jsonValue(),
};

/** What every format asks for; others are there or not. */
const REQUIRED = ["name", "description"] as const;
const EXO_REQUIRED = [...REQUIRED, "version", "author", "pricing", "runtime", "io"] as const;

const skillWith = (requiredKeys: (keyof typeof KEYS)[]) =>
  fc
    .tuple(
      fc
        .record(KEYS, { requiredKeys })
        // one identifier: where there are two, the canonical one is the id, which other formats do not export
        .map((all) => ("id" in all ? { ...all, id: all.name } : all))
        .chain((all) => fc.shuffledSubarray(Object.entries(all), { minLength: Object.keys(all).length })),
      fc.array(fc.constantFrom("", "# a comment\n", "\n", "\n# apart\n\n"), { minLength: 30, maxLength: 30 }),
      fc.constantFrom("PLAIN" as const, "QUOTE_DOUBLE" as const, "QUOTE_SINGLE" as const),
      fc.constantFrom(20, 0),
      fc.constantFrom("\n", "\r\n"),
    )
    .map(([entries, leads, defaultStringType, lineWidth, lineEnd]) => {
      const pieces = entries.map(
        ([key, value], index) =>
          leads[index] + stringify({ [key]: value }, { defaultStringType, lineWidth, version: "1.2" }),
      );
      return `---\n${pieces.join("")}---\n\n# Body\n`.replaceAll("\n", lineEnd);
    });

const skill = skillWith([...REQUIRED]);

const files = (source: string) =>
  new Map([
    ["SKILL.md", source],
    ["main.py", ""],
  ]);

describe("laws of every export", () => {
  it.each(CHECK_PROFILES)("read again it gives the same canonical manifest: %s", (profile) => {
    let exported = 0;
    fc.assert(
      fc.property(profile === "exo" ? skillWith([...EXO_REQUIRED]) : skill, (source) => {
        const result = exportSkill(files(source), profile);
        if (!result.ok) return;
        exported += 1;
        const [before, after] = [files(source), result.files].map(
          (each) => checkSkill({ files: each, dialects: [profile] }).manifest,
        );
        if (before === undefined || after === undefined) throw new Error("there are two");
        expect(FIELDS[profile](after)).toEqual(FIELDS[profile](before));
        expect(after.body).toBe(before.body);
      }),
      { numRuns: runs(240) },
    );
    // VibeLife asks for three more files, too; the sample of its document is exported in export-skill.test.ts
    if (profile !== "vibelife") expect(exported).toBeGreaterThan(2);
  });

  it("it holds keys of its dialect alone, is valid, deterministic, and the same when exported again", () => {
    fc.assert(
      fc.property(skill, fc.constantFrom(...CHECK_PROFILES), (source, profile) => {
        const result = exportSkill(files(source), profile);
        expect(exportSkill(new Map([...files(source)].reverse()), profile)).toEqual(
          result.ok ? { ...result, files: expect.any(Map) as unknown } : result,
        );
        if (!result.ok) return;
        expect(result.report.valid).toBe(true);
        const written = String(result.files.get("SKILL.md"));
        const keys = [...(readSkillDocument(written).frontMatter?.entries.keys() ?? [])];
        const own = DIALECT_KEYS[profile === "agent-skills-upstream" ? "agent-skills" : profile];
        expect(keys.filter((key) => !own.includes(key))).toEqual([]);
        const again = exportSkill(result.files, profile);
        expect(again.ok && again.files.get("SKILL.md")).toBe(written);
        if (profile === "agent-skills-upstream") expect(written.split("---")).toHaveLength(3);
      }),
      { numRuns: runs(300) },
    );
  });

  it("whatever a package holds, nothing is thrown", () => {
    const scrap = fc.constantFrom(
      "name: a\n",
      "description: b c\n",
      "? x\n",
      ": y\n",
      "&a ",
      "*a",
      "!!str ",
      "- ",
      "|\n",
      "  - 1\n",
      "#",
      "\n",
      "{",
      "}",
      "'",
      "---\n",
      "\r",
      "%",
      "metadata:\n",
      " a: 1\n",
      "tags: [\n",
      "]\n",
    );
    const torn = fc.array(scrap, { maxLength: 14 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(torn, torn, fc.constantFrom(...CHECK_PROFILES), (source, overlay, profile) => {
        const given = new Map([
          ["SKILL.md", `---\nname: a\ndescription: Use it.\n${source}---\n`],
          [`dialects/${profile}.yaml`, overlay],
          [`dialects/${profile}.md`, `---\n${overlay}---\nx`],
        ]);
        const result = exportSkill(given, profile);
        if (result.ok) expect(result.report.valid).toBe(true);
        else expect(result.issues.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(600) },
    );
  });
});
