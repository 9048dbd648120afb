import { expect, test } from "vitest";
import { similarNames } from "@/lib/registry/names/confusable-names";

/** Canonical names: without hyphens. */
test.each<[string, string, boolean]>([
  ["json-diff", "jsondif", true],
  ["json-diff", "jsondifff", true],
  ["json-diff", "jsondift", true],
  ["json-diff", "jsnodiff", true],
  ["json-diff", "diffjson", true],
  ["json-diff", "jsondiff", false],
  ["json-diff", "jsondi", false],
  ["one-two-three-four", "fourthreetwoone", true],
  ["one-two-three-four-five", "fivefourthreetwoone", false],
  ["one-two-three-four-five", "onetwothreefourfiv", true],
  ["abcdef", "abcdeg", true],
  ["abcdef", "abcde", false],
  ["abcde", "abcdeg", false],
  ["abcde", "abcdf", false],
  ["base32", "base64", false],
  ["base32", "base33", false],
  ["base32", "base3x", true],
  ["base32", "base321", true],
  ["base32", "base3", false],
])("%s is taken for %s: %s", (slug, name, similar) => {
  expect(similarNames(slug).includes(name)).toBe(similar);
});

test("each is named once", () => {
  const names = similarNames("tool-tool");
  expect(new Set(names).size).toBe(names.length);
});
