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
