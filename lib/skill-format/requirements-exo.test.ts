import { describe, expect, it } from "vitest";
import { codedIssues, EXO_BODY, EXO_FRONT_MATTER } from "./testing/build-skill";

type Row = readonly [requirement: string, search: string, replacement: string, issues: readonly string[]];

const EXO: Row[] = [
  ["Exo §2", "name: csv-cleaner\n", "", ["error FIELD_REQUIRED name"]],
  ["Exo §2", "name: csv-cleaner", "name: [a]", ["error FIELD_TYPE name"]],
  ["Exo §2", "csv-cleaner", "csv--cleaner", ["error FIELD_FORMAT name"]],
  ["Exo §2", "version: 1.0.0\n", "", ["error FIELD_REQUIRED version"]],
  ["Exo §2", "version: 1.0.0", "version: v1.0.0", ["error FIELD_FORMAT version"]],
  ["Exo §2", "version: 1.0.0", "version: 2024.01.15", ["error FIELD_FORMAT version"]],
  ["Exo §2", "version: 1.0.0", "version: 1.0.0-rc.1+build.5", []],
  ["Exo §2", "version: 1.0.0", "version: 1.0.0-rc.01", ["error FIELD_FORMAT version"]],
  [
    "Exo §2",
    "description: Cleans CSV files and reports what was changed.",
    "description: ' '",
    ["error FIELD_REQUIRED description"],
  ],
  [
    "Exo §2",
    "DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn",
    "0gX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn",
    ["error FIELD_FORMAT author"],
  ],
  ["Exo §2", "DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn", "someone", ["error FIELD_FORMAT author"]],
  ["Exo §2", "model: per_call", "model: PER_CALL", ["error FIELD_ENUM pricing.model"]],
  ["Exo §2", "model: per_call", "model: subscription", ["error FIELD_UNSUPPORTED pricing.model"]],
  ["Exo §2", "  price_lamports: 5000\n", "", ["error FIELD_REQUIRED pricing.price_lamports"]],
  ["Exo §2", "price_lamports: 5000", "price_lamports: 1.5", ["error FIELD_RANGE pricing.price_lamports"]],
  ["Exo §2", "price_lamports: 5000", "price_lamports: -1", ["error FIELD_RANGE pricing.price_lamports"]],
  ["Exo §2", "price_lamports: 5000", "price_lamports: 5_000", ["error FIELD_TYPE pricing.price_lamports"]],
  ["Exo §2", "price_lamports: 5000", "price_lamports: 0", []],
  ["Exo §2", "  docker_image: exo-runtime-python-3.11\n", "", ["error FIELD_REQUIRED runtime.docker_image"]],
  ["Exo §2", "exo-runtime-python-3.11", "python:3.11", ["warning FIELD_ENUM runtime.docker_image"]],
  ["Exo §2", "sha256:", "sha512:", ["error FIELD_FORMAT runtime.docker_image_hash"]],
  ["Exo §2", "sha256:", "", []],
  ["Exo §2", "  entrypoint: scripts/main.py\n", "", ["error FIELD_REQUIRED runtime.entrypoint"]],
  ["Exo §2", "scripts/main.py", "scripts/other.py", ["error FILE_NOT_FOUND runtime.entrypoint"]],
  ["Exo §2", "scripts/main.py", "../main.py", ["error PATH_UNSAFE runtime.entrypoint"]],
  [
    "Exo §2",
    "  entrypoint",
    "  timeout_seconds: '60'\n  entrypoint",
    ["error FIELD_TYPE runtime.timeout_seconds"],
  ],
  [
    "Exo §2",
    "  entrypoint",
    "  timeout_seconds: -1\n  entrypoint",
    ["error FIELD_RANGE runtime.timeout_seconds"],
  ],
  [
    "Exo §2",
    "input_schema:\n    type: object",
    "input_schema:\n    type: array",
    ["error FIELD_ENUM io.input_schema.type"],
  ],
  [
    "Exo §2",
    "additionalProperties: false",
    "additionalProperties: true",
    ["error SCHEMA_OPEN io.input_schema.additionalProperties"],
  ],
  [
    "Exo §2",
    "maxProperties: 20",
    "maxProperties: 21",
    ["error SCHEMA_TOO_WIDE io.input_schema.maxProperties"],
  ],
  ["Exo §2", "    maxProperties: 20\n", "", ["warning SCHEMA_TOO_WIDE io.input_schema.maxProperties"]],
  [
    "Exo §2",
    "output_schema:\n    type: object",
    "output_schema:\n    type: string",
    ["error FIELD_ENUM io.output_schema.type"],
  ],
  [
    "Exo §2",
    "properties: {}\n    additional",
    "properties: []\n    additional",
    ["error SCHEMA_INVALID io.input_schema", "error FIELD_TYPE io.input_schema.properties"],
  ],
  [
    "Exo §2",
    "properties: {}\n    additional",
    "properties: {a: {type: strnig}}\n    additional",
    ["error SCHEMA_INVALID io.input_schema"],
  ],
  [
    "Exo §2",
    "properties: {}\n    additional",
    "properties: {}\n    required: a\n    additional",
    ["error SCHEMA_INVALID io.input_schema"],
  ],
  [
    "Exo §2, §3",
    "io:\n",
    "annotations: {readOnlyHint: 'true'}\nio:\n",
    ["error FIELD_TYPE annotations.readOnlyHint"],
  ],
  [
    "Exo §2",
    "io:\n",
    "annotations: {destructiveHint: true}\nio:\n",
    ["warning ANNOTATION_CONTRADICTION annotations"],
  ],
];

describe("Exo SKILL.md v1.1", () => {
  it.each(EXO)("%s: %j written %j", (_requirement, search, replacement, expected) => {
    const frontMatter = EXO_FRONT_MATTER.replace(search, replacement);
    expect(frontMatter).not.toBe(EXO_FRONT_MATTER);
    expect(codedIssues("exo", frontMatter, { body: EXO_BODY, files: { "scripts/main.py": "" } })).toEqual(
      expected,
    );
  });

  it("Exo §2: a required group that is no mapping is an error of its own", () => {
    for (const group of ["pricing", "runtime", "io"]) {
      const frontMatter = EXO_FRONT_MATTER.replace(
        new RegExp(`^${group}:\\n(?: .*\\n?)+`, "m"),
        `${group}: text\n`,
      );
      const found = codedIssues("exo", frontMatter, { body: EXO_BODY, files: { "scripts/main.py": "" } });
      expect(found).toEqual([`error FIELD_TYPE ${group}`]);
    }
  });

  it("Exo §2: each missing section of the body is a warning", () => {
    const found = codedIssues("exo", EXO_FRONT_MATTER, { body: "Text.\n", files: { "scripts/main.py": "" } });
    expect(found).toEqual(Array.from({ length: 4 }, () => "warning BODY_SECTION_MISSING body"));
  });
});
