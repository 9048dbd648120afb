import fc from "fast-check";
import { expect, it } from "vitest";
import { hasToolCommas, splitAllowedTools } from "./allowed-tools";

it.each([
  ["Read, Grep, Glob", ["Read", "Grep", "Glob"]],
  ["Bash(git:*) Bash(jq:*) Read", ["Bash(git:*)", "Bash(jq:*)", "Read"]],
  ["Bash(git add:*) Read", ["Bash(git add:*)", "Read"]],
  ["Bash(a,b:*), Read", ["Bash(a,b:*)", "Read"]],
  ["Read,,  Grep\n\tGlob ,", ["Read", "Grep", "Glob"]],
  ["Bash(f(x, y)) Read", ["Bash(f(x, y))", "Read"]],
  ["Bash(open Read", ["Bash(open Read"]],
  ["a) b", ["a)", "b"]],
  ["", []],
  [" , ", []],
])("%j splits into %j", (value, tools) => expect(splitAllowedTools(value)).toEqual(tools));

it("no tool is empty, and joining by blanks splits the same way again", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "(", ")", ",", " ", "*") }), (value) => {
      const tools = splitAllowedTools(value);
      expect(tools).not.toContain("");
      if (!/\([^)]*$/.test(value)) expect(splitAllowedTools(tools.join(" "))).toEqual(tools);
    }),
  );
});

it("commas inside parentheses do not make the comma form", () => {
  expect(hasToolCommas("Read, Grep")).toBe(true);
  expect(hasToolCommas("Bash(a,b) Read")).toBe(false);
});
