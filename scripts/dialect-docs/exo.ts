import { EXO_DESCRIPTION_MAX, MAX_LAMPORTS } from "@/lib/skill-format/constants";
import { body, set, type DialectPage } from "./page";

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
  tries: [
    [
      `a description of ${EXO_DESCRIPTION_MAX} characters`,
      set("description", "d".repeat(EXO_DESCRIPTION_MAX)),
    ],
    [
      `a description of ${EXO_DESCRIPTION_MAX + 1} characters`,
      set("description", "d".repeat(EXO_DESCRIPTION_MAX + 1)),
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
