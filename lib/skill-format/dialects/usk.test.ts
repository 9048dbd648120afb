import { describe, expect, it } from "vitest";
import { checkOne, issuesOf, USK_FILES, USK_FRONT_MATTER } from "../testing/build-skill";

const usk = (search: string, replacement: string) =>
  issuesOf("usk", USK_FRONT_MATTER.replace(search, replacement), { files: USK_FILES });

describe("USK", () => {
  it.each([
    ["", "", []],
    ["name: web-search", "name: web_search", ["error name"]],
    ["version: 1.0.0", "version: 1.0", ["warning version"]],
    ["version: 1.0.0\n", "", []],
    ["version: 1.0.0", 'version: ""', []],
    ["version: 1.0.0", "version: []", ["warning version"]],
    ["description: Real-time web search with sources", "description: |\n  One line.\n", []],
    [
      "description: Real-time web search with sources",
      "description: |\n  Two.\n  Lines.",
      ["warning description"],
    ],
    ["spec: usk/1.0", "spec: usk/2.0", ["warning spec"]],
    ["spec: usk/1.0\n", "", ["warning spec"]],
    ["spec: usk/1.0", "spec: [usk/1.0]", ["warning spec"]],
    ["type: cli", "type: CLI", ["warning interface.type", "warning platform_compatibility"]],
    ["runtime: python3", "runtime: python", ["warning interface.runtime"]],
    [
      "call_pattern: stdin_stdout",
      "call_pattern: http_post",
      ["warning interface.call_pattern", "warning platform_compatibility"],
    ],
    ["type: cli", "endpoint: https://api.example.com/x\n  type: cli", []],
    ["type: cli", "endpoint: http://api.example.com/x\n  type: cli", ["warning interface.endpoint"]],
    ["type: cli", "endpoint: [a]\n  type: cli", ["warning interface.endpoint"]],
    ["entry_point: main.py", "entry_point: app.py", ["error interface.entry_point"]],
    ["entry_point: main.py", "entry_point: ../main.py", ["error interface.entry_point"]],
    ["entry_point: main.py", 'entry_point: ""', ["warning interface.entry_point"]],
    ["runtime: python3", 'runtime: ""', ["warning interface.runtime"]],
    ["runtime: python3", "runtime: [python3]", ["warning interface.runtime"]],
    [
      "  type: object\n  properties:\n    query:",
      "  type: strng\n  properties:\n    query:",
      ["warning input_schema"],
    ],
    ["input_schema:\n", "input_schema:\n  $schema: http://json-schema.org/draft-07/schema#\n", []],
    [
      "input_schema:\n",
      "input_schema:\n  $schema: https://json-schema.org/draft/2020-12/schema\n",
      ["warning input_schema"],
    ],
    ["      description: Search query\n", "", ["warning input_schema.properties.query"]],
    ["capabilities: [web_search]", "capabilities: [web-search, ok]", ["warning capabilities[0]"]],
    ["  network: true", "  network: 'true'", ["warning permissions.network"]],
    ["  network: true", "  env_vars: KEY", ["warning permissions.env_vars"]],
    ["license: MIT", "license: MIT OR Apache-2.0", []],
    ["license: MIT", "license: Complete terms in LICENSE.txt", ["warning license"]],
    ["license: MIT", "tags: a, b", ["warning tags"]],
    ["license: MIT", "homepage: javascript:alert(1)", ["warning homepage"]],
    ["license: MIT", "requirements: {min_python: 3.10}", ["warning requirements.min_python"]],
    ["license: MIT", "runtime: python3", ["warning runtime"]],
    ["license: MIT", "examples: [{input: {}, output: 1}]", ["warning examples[0].input"]],
    ["platform_compatibility: [any]", "platform_compatibility: any", ["warning platform_compatibility"]],
  ])("%j written %j gives %j", (search, replacement, issues) =>
    expect(usk(search, replacement)).toEqual(issues),
  );

  const advice = (frontMatter: string) =>
    (checkOne("usk", frontMatter, { files: USK_FILES }).reports[0]?.issues ?? [])
      .filter(({ path }) => path === "interface.endpoint")
      .map(({ severity, code }) => `${severity} ${code}`);
  const httpWith = (more: string) =>
    USK_FRONT_MATTER.replace("type: cli", `type: http${more}`).replace(
      "call_pattern: stdin_stdout",
      "call_pattern: http_post",
    );

  it.each([
    ["", ["info RECOMMENDED_MISSING"]],
    ['\n  endpoint: ""', ["info RECOMMENDED_MISSING"]],
    ["\n  endpoint: https://api.example.com/skill", []],
    ["\n  endpoint: http://api.example.com/skill", ["warning FIELD_FORMAT"]],
    ["\n  endpoint: https://10.0.0.1/", ["warning FIELD_FORMAT"]],
    ["\n  endpoint: {url: x}", ["warning FIELD_TYPE"]],
  ])("the address of an http skill with %j gives %j", (more, issues) =>
    expect(advice(httpWith(more))).toEqual(issues),
  );

  it("of a command an address is needless, and a missing one nothing", () => {
    const withAddress = USK_FRONT_MATTER.replace(
      "type: cli",
      "type: cli\n  endpoint: https://api.example.com/x",
    );
    expect(advice(withAddress)).toEqual(["info INTERFACE_MISMATCH"]);
    expect(advice(USK_FRONT_MATTER)).toEqual([]);
  });
});
