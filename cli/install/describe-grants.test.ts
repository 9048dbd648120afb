import { expect, test } from "vitest";
import { describeGrants } from "./before-install";

const of = (declared: unknown) => describeGrants({ name: "a", declared: declared as never });

test.each<[string, unknown, string[]]>([
  ["a market that does not say", undefined, []],
  ["nothing declared", { allowed_tools: [], compatibility: null }, []],
  ["blanks alone", { compatibility: " " }, []],
  [
    "both",
    { allowed_tools: ["Bash(git:*)", "Read"], compatibility: "Needs git" },
    [
      "a: asks your agent to allow without asking: Bash(git:*), Read (allowed-tools)",
      "a: needs, in its author's words: Needs git",
    ],
  ],
  [
    "one of them",
    { allowed_tools: ["Read"] },
    ["a: asks your agent to allow without asking: Read (allowed-tools)"],
  ],
  ["what is no list of texts", { allowed_tools: "Read", compatibility: ["x"] }, []],
  ["what is no text in a list", { allowed_tools: [1, null, {}] }, []],
  ["null for all of it", null, []],
  [
    "a long text",
    { compatibility: "x".repeat(501) },
    [`a: needs, in its author's words: ${"x".repeat(500)}…`],
  ],
])("what is told before a skill is used: %s", (_, declared, lines) => expect(of(declared)).toEqual(lines));
