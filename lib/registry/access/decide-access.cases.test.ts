import { expect, test } from "vitest";
import { decideAccess, type ReadingBy } from "@/lib/registry/access/decide-access";
import type { SkillAccess } from "@/lib/registry/views";

// access, by what it is read, and whether the page, the files and a call are given
const CASES: readonly (readonly [SkillAccess, ReadingBy, string])[] = [
  ["public", null, "page files call"],
  ["public", "owner", "page files call"],
  ["public", "right", "page files call"],
  ["call_only", null, "page call"],
  ["call_only", "owner", "page files call"],
  ["call_only", "maintainer", "page files call"],
  ["call_only", "member", "page files call"],
  ["call_only", "right", "page files call"],
  ["private", null, ""],
  ["private", "owner", "page files call"],
  ["private", "maintainer", "page files call"],
  ["private", "member", "page files call"],
  ["private", "right", "page files call"],
];

test.each(CASES)("a %s skill, read by %s, gives: %s", (access, by, given) => {
  const decided = Object.entries(decideAccess({ access, by })).filter(([, isGiven]) => isGiven);
  expect(decided.map(([name]) => name).join(" ")).toBe(given);
});
