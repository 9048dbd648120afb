import {
  DEFAULT_TIMEOUT_SECONDS,
  EXO_DESCRIPTION_LIMIT,
  EXO_MAX_PROPERTIES,
  MAX_LAMPORTS,
} from "@/lib/skill-format/constants";
import { readHints } from "@/lib/skill-format/dialects/hints";
import { EMPTY_MAP } from "@/lib/skill-format/yaml/node";
import { body, set, type DialectPage } from "./page";

const hints = readHints(EMPTY_MAP);

export const exoPage: DialectPage = {
  profile: "exo",
  about: [
    "Exo describes skills that are sold by the call: a price in lamports, a payee on Solana, a pinned runtime image, closed input, and four hints about what a call may do. The groups name, price, runtime and schemas are required; `annotations` is optional.",
    "The defaults of the four hints are the opposite of those that MCP defines for hints of the same names.",
  ],
  example: {
    frontMatter: `name: csv-cleaner
version: 1.0.0
description: Cleans CSV files and reports what was changed.
author: DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn
pricing:
  model: per_call
  price_lamports: 5000
runtime:
  docker_image: exo-runtime-python-3.11
  docker_image_hash: sha256:6105d6cc76af400325e94d588ce511be5bfdbb73b437dc51eca43917d7a43e3d
  entrypoint: scripts/main.py
  timeout_seconds: 60
io:
  input_schema:
    type: object
    properties:
      table:
        type: string
    additionalProperties: false
    maxProperties: 20
  output_schema:
    type: object
    properties: {}
annotations:
  readOnlyHint: true
  destructiveHint: false
  idempotentHint: true
  openWorldHint: false`,
    body: "# CSV cleaner\n\n## 功能描述\n\nCleans tables.\n\n## 使用示例\n\nA table in, a table out.\n\n## 注意事项\n\nDates stay as they are.\n",
    files: { "scripts/main.py": "print('{}')\n" },
  },
  fields: [
    { path: "name", kind: "text", rule: "kebab-case, unique in the market" },
    { path: "version", kind: "text", rule: "SemVer 2.0.0, strictly" },
    { path: "description", kind: "text", rule: `fewer than ${EXO_DESCRIPTION_LIMIT} characters` },
    { path: "author", kind: "text", rule: "a Solana address (base58 of 32 bytes); it is paid" },
    { path: "pricing", kind: "mapping", rule: "model and price" },
    {
      path: "pricing.model",
      kind: "text",
      rule: "`per_call`; `subscription` is known and cannot be sold yet",
    },
    { path: "pricing.price_lamports", kind: "number", rule: `a whole number from 0 to ${MAX_LAMPORTS}` },
    { path: "runtime", kind: "mapping", rule: "image, hash and script" },
    { path: "runtime.docker_image", kind: "text", rule: "a standard image `exo-runtime-*`" },
    {
      path: "runtime.docker_image_hash",
      kind: "text",
      rule: "64 hexadecimal digits, `sha256:` before them optional",
    },
    { path: "runtime.entrypoint", kind: "text", rule: "a relative path of a file in the package" },
    {
      path: "runtime.timeout_seconds",
      kind: "number",
      rule: `more than 0; ${DEFAULT_TIMEOUT_SECONDS} when it is left out`,
    },
    { path: "io", kind: "mapping", rule: "the two schemas" },
    { path: "io.input_schema", kind: "mapping", rule: "a JSON Schema" },
    { path: "io.input_schema.type", kind: "text", rule: "`object`" },
    { path: "io.input_schema.properties", kind: "mapping", rule: "`{}` is allowed" },
    {
      path: "io.input_schema.additionalProperties",
      kind: "boolean",
      rule: "`false`: no property that is not declared",
    },
    { path: "io.input_schema.maxProperties", kind: "number", rule: `at most ${EXO_MAX_PROPERTIES}` },
    { path: "io.output_schema", kind: "mapping", rule: "a JSON Schema" },
    { path: "io.output_schema.type", kind: "text", rule: "`object`" },
    { path: "io.output_schema.properties", kind: "mapping", rule: "`{}` is allowed" },
    { path: "annotations", kind: "mapping", rule: "the four hints, each optional" },
    { path: "annotations.readOnlyHint", kind: "boolean", rule: `default \`${hints.readOnly}\`` },
    { path: "annotations.destructiveHint", kind: "boolean", rule: `default \`${hints.destructive}\`` },
    { path: "annotations.idempotentHint", kind: "boolean", rule: `default \`${hints.idempotent}\`` },
    {
      path: "annotations.openWorldHint",
      kind: "boolean",
      rule: `default \`${hints.openWorld}\`; false: no network`,
    },
  ],
  tries: [
    [
      `a description of ${EXO_DESCRIPTION_LIMIT - 1} characters`,
      set("description", "d".repeat(EXO_DESCRIPTION_LIMIT - 1)),
    ],
    [
      `a description of ${EXO_DESCRIPTION_LIMIT} characters`,
      set("description", "d".repeat(EXO_DESCRIPTION_LIMIT)),
    ],
    ["`version: 1.0`", set("version", "1.0")],
    ["`author: alice`", set("author", "alice")],
    ["`pricing.model: subscription`", set("pricing.model", "subscription")],
    ["`pricing.price_lamports: 0`", set("pricing.price_lamports", "0")],
    ["`pricing.price_lamports: 1.5`", set("pricing.price_lamports", "1.5")],
    [
      `\`pricing.price_lamports: ${MAX_LAMPORTS + 1n}\``,
      set("pricing.price_lamports", `${MAX_LAMPORTS + 1n}`),
    ],
    ["`runtime.docker_image: python:3.11`", set("runtime.docker_image", "python:3.11")],
    ["a hash of 63 digits", set("runtime.docker_image_hash", "a".repeat(63))],
    ["`runtime.entrypoint: ../main.py`", set("runtime.entrypoint", "../main.py")],
    ["an entry script that is not in the package", set("runtime.entrypoint", "main.py")],
    ["`runtime.timeout_seconds: 0`", set("runtime.timeout_seconds", "0")],
    ["`io.input_schema.maxProperties: 21`", set("io.input_schema.maxProperties", "21")],
    ["`io.input_schema.additionalProperties: true`", set("io.input_schema.additionalProperties", "true")],
    ["a property of the type `strnig`", set("io.input_schema.properties.table.type", "strnig")],
    [
      "`annotations.destructiveHint: true` beside `readOnlyHint: true`",
      set("annotations.destructiveHint", "true"),
    ],
    ["a body without sections", body("Text.\n")],
  ],
};
