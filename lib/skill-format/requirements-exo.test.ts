import { describe, expect, it } from "vitest";
import { codedIssues, EXO_BODY, EXO_FRONT_MATTER } from "./testing/build-skill";

type Row = readonly [requirement: string, search: string, replacement: string, issues: readonly string[]];

const EXO: Row[] = [
  ["R-000-07", "name: csv-cleaner\n", "", ["error FIELD_REQUIRED name"]],
  ["R-000-07", "name: csv-cleaner", "name: [a]", ["error FIELD_TYPE name"]],
  ["R-000-09", "csv-cleaner", "csv--cleaner", ["error FIELD_FORMAT name"]],
  ["R-000-10", "version: 1.0.0\n", "", ["error FIELD_REQUIRED version"]],
  ["R-000-11", "version: 1.0.0", "version: v1.0.0", ["error FIELD_FORMAT version"]],
  ["R-000-11", "version: 1.0.0", "version: 2024.01.15", ["error FIELD_FORMAT version"]],
  ["R-000-11", "version: 1.0.0", "version: 1.0.0-rc.1+build.5", []],
  ["R-000-11", "version: 1.0.0", "version: 1.0.0-rc.01", ["error FIELD_FORMAT version"]],
  [
    "R-000-12",
    "description: Cleans CSV files and reports what was changed.",
    "description: ' '",
    ["error FIELD_REQUIRED description"],
  ],
  [
    "R-000-14",
    "DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn",
    "0gX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn",
    ["error FIELD_FORMAT author"],
  ],
  ["R-000-14", "DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn", "someone", ["error FIELD_FORMAT author"]],
  ["R-000-17", "model: per_call", "model: PER_CALL", ["error FIELD_ENUM pricing.model"]],
  ["R-000-18", "model: per_call", "model: subscription", ["error FIELD_UNSUPPORTED pricing.model"]],
  ["R-000-19", "  price_lamports: 5000\n", "", ["error FIELD_REQUIRED pricing.price_lamports"]],
  ["R-000-20", "price_lamports: 5000", "price_lamports: 1.5", ["error FIELD_RANGE pricing.price_lamports"]],
  ["R-000-20", "price_lamports: 5000", "price_lamports: -1", ["error FIELD_RANGE pricing.price_lamports"]],
  ["R-000-20", "price_lamports: 5000", "price_lamports: 5_000", ["error FIELD_TYPE pricing.price_lamports"]],
  ["R-000-22", "price_lamports: 5000", "price_lamports: 0", []],
  [
    "R-000-25",
    "  docker_image: exo-runtime-python-3.11\n",
    "",
    ["error FIELD_REQUIRED runtime.docker_image"],
  ],
  ["R-000-26", "exo-runtime-python-3.11", "python:3.11", ["warning FIELD_ENUM runtime.docker_image"]],
  ["R-000-28", "sha256:", "sha512:", ["error FIELD_FORMAT runtime.docker_image_hash"]],
  ["R-000-28", "sha256:", "", []],
  ["R-000-29", "  entrypoint: scripts/main.py\n", "", ["error FIELD_REQUIRED runtime.entrypoint"]],
  ["R-000-30", "scripts/main.py", "scripts/other.py", ["error FILE_NOT_FOUND runtime.entrypoint"]],
  ["R-000-30", "scripts/main.py", "../main.py", ["error PATH_UNSAFE runtime.entrypoint"]],
  [
    "R-000-31",
    "  entrypoint",
    "  timeout_seconds: '60'\n  entrypoint",
    ["error FIELD_TYPE runtime.timeout_seconds"],
  ],
  [
    "R-000-32",
    "  entrypoint",
    "  timeout_seconds: -1\n  entrypoint",
    ["error FIELD_RANGE runtime.timeout_seconds"],
  ],
  [
    "R-000-34",
    "input_schema:\n    type: object",
    "input_schema:\n    type: array",
    ["error FIELD_ENUM io.input_schema.type"],
  ],
  [
    "R-000-35",
    "additionalProperties: false",
    "additionalProperties: true",
    ["error SCHEMA_OPEN io.input_schema.additionalProperties"],
  ],
  [
    "R-000-36",
    "maxProperties: 20",
    "maxProperties: 21",
    ["error SCHEMA_TOO_WIDE io.input_schema.maxProperties"],
  ],
  ["R-000-36", "    maxProperties: 20\n", "", ["warning SCHEMA_TOO_WIDE io.input_schema.maxProperties"]],
  [
    "R-000-38",
    "output_schema:\n    type: object",
    "output_schema:\n    type: string",
    ["error FIELD_ENUM io.output_schema.type"],
  ],
  [
    "R-000-39",
    "properties: {}\n    additional",
    "properties: []\n    additional",
    ["error FIELD_TYPE io.input_schema.properties", "error SCHEMA_INVALID io.input_schema"],
  ],
  [
    "R-000-41",
    "properties: {}\n    additional",
    "properties: {a: {type: strnig}}\n    additional",
    ["error SCHEMA_INVALID io.input_schema"],
  ],
  [
    "R-000-41",
    "properties: {}\n    additional",
    "properties: {}\n    required: a\n    additional",
    ["error SCHEMA_INVALID io.input_schema"],
  ],
  [
    "R-000-47",
    "io:\n",
    "annotations: {readOnlyHint: 'true'}\nio:\n",
    ["error FIELD_TYPE annotations.readOnlyHint"],
  ],
  [
    "R-000-51",
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

  it("R-000-06: a required group that is no mapping is an error of its own", () => {
    for (const group of ["pricing", "runtime", "io"]) {
      const frontMatter = EXO_FRONT_MATTER.replace(
        new RegExp(`^${group}:\\n(?: .*\\n?)+`, "m"),
        `${group}: text\n`,
      );
      const found = codedIssues("exo", frontMatter, { body: EXO_BODY, files: { "scripts/main.py": "" } });
      expect(found).toEqual([`error FIELD_TYPE ${group}`]);
    }
  });

  it("R-000-52: each missing section of the body is a warning", () => {
    const found = codedIssues("exo", EXO_FRONT_MATTER, { body: "Text.\n", files: { "scripts/main.py": "" } });
    expect(found).toEqual(Array.from({ length: 4 }, () => "warning BODY_SECTION_MISSING body"));
  });
});
