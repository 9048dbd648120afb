import { expect, test } from "vitest";
import { shortDescription } from "@/lib/catalogue/discovery/list-index";

test.each([
  ["one line", " a\nb\t c ", "", "a b c"],
  ["the longest that fits", "x".repeat(1024), "", "x".repeat(1024)],
  ["one that is cut", "x".repeat(1025), "", `${"x".repeat(1023)}…`],
  ["with an addition that fits", "x".repeat(1020), " yyy", `${"x".repeat(1020)} yyy`],
  ["cut for an addition", "x".repeat(1021), " yyy", `${"x".repeat(1019)}… yyy`],
  ["counted in characters", "𝒂".repeat(1025), "", `${"𝒂".repeat(1023)}…`],
])("a description as clients take it: %s", (_, description, addition, short) => {
  expect(shortDescription(description, addition)).toBe(short);
});
