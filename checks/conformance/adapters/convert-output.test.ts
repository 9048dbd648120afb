import { expect, it } from "vitest";
import { skillFiles } from "@/lib/skill-format/testing/build-skill";
import { codeSkeleton, findCodeIssue } from "../runner/inspect-code";
import { convertOutput } from "./convert-output";

const FRONT_MATTER = `spec: usk/1.0
name: small
version: 1.0.0
description: Small
interface: {type: cli, entry_point: main.py, call_pattern: stdin_stdout}
input_schema: {type: object}
output_schema: {type: object}
capabilities: [a]
permissions: {}
platform_compatibility: [any]`;

it("says which file is missing, which does not compile, and where words became code", async () => {
  const files = Object.fromEntries(skillFiles(FRONT_MATTER, { files: { "main.py": "print(1)\n" } }));
  const check = (target: string, expected: Record<string, unknown>) =>
    convertOutput.check({
      id: "x",
      title: "x",
      group: "x",
      kind: "convert_output",
      requirements: [],
      basis: "explicit",
      input: { files, target },
      expect: expected,
    });
  expect(await check("open claw", { has_files_matching: ["manifest", "(?i)SKILL\\.MD$"] })).toEqual([]);
  expect(await check("OpenClaw", { has_files_matching: ["nowhere"] })).toEqual(["no file matches nowhere"]);
  expect(await check("CustomAgent", { generated_code_compiles: true, text_is_literal: true })).toEqual([]);
  expect(findCodeIssue("a.py", "x = (")).toContain("SyntaxError");
  expect(findCodeIssue("a.sh", "if")).toContain("syntax error");
  expect(findCodeIssue("a.toml", "a = '")).not.toBeNull();
  expect(codeSkeleton("a.py", 'x = "a"')).toBe(codeSkeleton("a.py", 'x = "b"'));
  expect(codeSkeleton("a.py", 'x = "a"')).not.toBe(codeSkeleton("a.py", 'x = "a" + f()'));
});
