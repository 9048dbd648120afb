import { expect, test } from "vitest";
import { describeLeftOut } from "@/lib/registry/sets/describe-left-out";

type Part = Parameters<typeof describeLeftOut>[0];

test.each<[Omit<Part, "skill">, string]>([
  [{ state: "no_version", reason: null }, "a (no version)"],
  [{ state: "quarantined", reason: "" }, "a (quarantined)"],
  [{ state: "withdrawn", reason: " \u001b[2J\n" }, "a (withdrawn: [2J)"],
  [{ state: "withdrawn", reason: "two\r\nlines\u202e, \ud800" }, "a (withdrawn: two lines , \ufffd)"],
  [{ state: "withdrawn", reason: "x".repeat(200) }, `a (withdrawn: ${"x".repeat(200)})`],
  [{ state: "withdrawn", reason: "字".repeat(201) }, `a (withdrawn: ${"字".repeat(199)}…)`],
])("%j is one bounded line", (part, line) => {
  expect(describeLeftOut({ skill: "a", ...part })).toBe(line);
});
