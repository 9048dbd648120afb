import { expect, it } from "vitest";
import { outlineBody } from "./body-outline";

it("an underline is no title of its own", () => {
  expect(outlineBody("A\n===\n===\nB\n# C\n===\n", 1).headings.map(({ text }) => text)).toEqual(["A", "C"]);
});

it.each([
  ["# A", ["A"]],
  ["   ### B ##", ["B"]],
  ["    # code", []],
  ["\t# t", []],
  ["#no", []],
  ["#", [""]],
  ["技能\n===", ["技能"]],
  ["A\n   ==", ["A"]],
  ["A\n    ==", []],
  ["\n===", []],
  ["```\n# A\n```\n# B", ["B"]],
  ["````sh\n```\n# A\n````\n# B", ["B"]],
  ["``` a`b\n# A", ["A"]],
  ["~~~\n# A", []],
])("headings of %j are %j", (body, titles) => {
  expect(outlineBody(body, 1).headings.map(({ text }) => text)).toEqual(titles);
});
