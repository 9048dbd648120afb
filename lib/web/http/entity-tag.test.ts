import { expect, test } from "vitest";
import { entityTag, matchesEntityTag } from "@/lib/web/http/answer-headers";

test("equal bytes have equal tags, other bytes others", () => {
  expect(entityTag("a")).toBe(entityTag(new TextEncoder().encode("a")));
  expect(entityTag("a")).not.toBe(entityTag("b"));
  expect(entityTag("a")).toMatch(/^"[\w-]+"$/);
});

test.each([
  [null, false],
  ['"other"', false],
  ['"other", W/"tag"', true],
  ['"tag"', true],
  ["*", true],
  ["tag", false],
])("If-None-Match %s matches: %s", (header, expected) => {
  expect(matchesEntityTag(header, '"tag"')).toBe(expected);
});
