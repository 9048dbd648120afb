import {
  DEFAULT_VERSION,
  EXAMPLE_DESCRIPTION_MAX,
  EXAMPLE_NAME_MAX,
  EXAMPLES_MAX,
  EXAMPLES_MAX_BYTES,
  USK_CAPABILITIES,
  USK_RUNTIMES,
  USK_SPEC,
} from "@/lib/skill-format/constants";
import { CONVERSION_TARGETS } from "@/lib/skill-format";
import { drop, set, type DialectPage } from "./page";

export const uskPage: DialectPage = {
  profile: "usk",
  about: [
    "USK is the store's own document. A skill with only two lines is accepted (v2). With `spec: usk/1.0` and the fields that an agent needs to call it, a skill is v3: it can be found by capability and is converted for other platforms.",
    "An error rejects a skill (`rejected`). A warning leads to `caution`, and a person looks at the skill, unless the warning is only advice: missing recommended fields, a licence that is not an SPDX expression, several lines, missing descriptions of properties, unknown keys.",
  ],
  example: {
    frontMatter: `spec: usk/1.0
name: web-search
version: 1.0.0
description: Searches the web and returns answers with their sources
interface:
  type: cli
  entry_point: main.py
  runtime: python3
  call_pattern: stdin_stdout
input_schema:
  type: object
  properties:
    query:
      type: string
      description: What to look for
  required: [query]
output_schema:
  type: object
  properties:
    result:
      type: string
      description: The answer
  required: [result]
capabilities: [web_search, information_retrieval]
permissions:
  network: true
  filesystem: false
  subprocess: false
  env_vars: []
category: search
tags: [search, web]
author: example-org
license: MIT
homepage: https://example.com
platform_compatibility: [any]
requirements:
  python_packages: [requests]
  min_python: "3.10"
changelog: "1.0.0: first release"
examples:
  - name: A question
    input:
      query: When was the bridge built?
    output:
      result: In 1932.`,
    body: "# Web search\n\nReads one JSON object and writes one.\n",
    files: { "main.py": "import json\nprint(json.dumps({'result': ''}))\n" },
  },
  fields: [
    { path: "name", kind: "text", rule: "lower-case letters, digits, single hyphens" },
    { path: "description", kind: "text", rule: "one line" },
    { path: "version", kind: "text", rule: `SemVer; \`${DEFAULT_VERSION}\` when it is left out` },
    { path: "spec", kind: "text", rule: `\`${USK_SPEC}\` for a v3 skill` },
    { path: "interface", kind: "mapping", rule: "how it is called" },
    { path: "interface.type", kind: "text", rule: "`cli` or `http`" },
    { path: "interface.entry_point", kind: "text", rule: "a file of the package; optional for `http`" },
    {
      path: "interface.endpoint",
      kind: "text",
      rule: "for `http`: the https address that agents call; no IP address, no password in it",
    },
    { path: "interface.runtime", kind: "text", rule: list(USK_RUNTIMES) },
    {
      path: "interface.call_pattern",
      kind: "text",
      rule: "`stdin_stdout` or `args` with `cli`, `http_post` with `http`",
    },
    { path: "input_schema", kind: "mapping", rule: "JSON Schema Draft-07, every property described" },
    { path: "output_schema", kind: "mapping", rule: "JSON Schema Draft-07, every property described" },
    { path: "capabilities", kind: "list", rule: `snake_case; recommended: ${list(USK_CAPABILITIES)}` },
    { path: "permissions", kind: "mapping", rule: "what it may reach; what is left out is `false`" },
    { path: "permissions.network", kind: "boolean", rule: "outgoing HTTP" },
    { path: "permissions.filesystem", kind: "boolean", rule: "local files" },
    { path: "permissions.subprocess", kind: "boolean", rule: "other processes" },
    { path: "permissions.env_vars", kind: "list", rule: "names of environment variables it needs" },
    { path: "category", kind: "text", rule: "one category" },
    { path: "tags", kind: "list", rule: "free words; a text is split at its commas" },
    { path: "author", kind: "text", rule: "a user name" },
    { path: "license", kind: "text", rule: "an SPDX expression" },
    { path: "homepage", kind: "text", rule: "an http or https URL" },
    { path: "platform_compatibility", kind: "list", rule: `\`any\` or ${list(CONVERSION_TARGETS)}` },
    {
      path: "requirements",
      kind: "mapping",
      rule: "`python_packages`, `node_packages`, `min_python`, `min_node`",
    },
    { path: "changelog", kind: "text", rule: "any text" },
    {
      path: "examples",
      kind: "list",
      rule: `at most ${EXAMPLES_MAX}, ${EXAMPLES_MAX_BYTES} bytes; each with \`input\` and \`output\`, \`name\` up to ${EXAMPLE_NAME_MAX} and \`description\` up to ${EXAMPLE_DESCRIPTION_MAX} characters`,
    },
  ],
  tries: [
    ["`name: web_search`", set("name", "web_search")],
    ["`version: v1`", set("version", "v1")],
    ["`spec: usk/2.0`", set("spec", "usk/2.0")],
    ["a description of two lines", set("description", "|\n  One.\n  Two.")],
    ["`interface.type: CLI`", set("interface.type", "CLI")],
    ["`interface.runtime: python`", set("interface.runtime", "python")],
    ["`interface.call_pattern: http_post` with `cli`", set("interface.call_pattern", "http_post")],
    ["an entry point that is not in the package", set("interface.entry_point", "app.py")],
    ["a property without a description", drop("output_schema.properties.result.description")],
    ["a property of the type `strnig`", set("input_schema.properties.query.type", "strnig")],
    ["`capabilities: [Web-Search]`", set("capabilities", "[Web-Search]")],
    ["`permissions.network: yes`", set("permissions.network", "yes")],
    ["`license: See LICENSE.txt`", set("license", "See LICENSE.txt")],
    ["`tags: search, web`", set("tags", "search, web")],
    ["an example without output", set("examples", "[{input: {query: a}}]")],
    ["an example that the schema does not allow", set("examples", "[{input: {}, output: {}}]")],
  ],
};

function list(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(", ");
}
