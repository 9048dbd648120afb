import { describe, expect, test } from "vitest";
import { buildHistory, type ServedVersion } from "./history";

const version = (number: string): ServedVersion => ({
  versionId: `ver_${number}`,
  version: number,
  name: "csv",
  packageDigest: `sha256:${number}`,
  treeId: Buffer.from(number).toString("hex").padEnd(40, "0").slice(0, 40),
  archiveDigest: `sha256:${number}`,
  priceLamports: "0",
});
const historyOf = (...numbers: string[]) => {
  const history = buildHistory(numbers.map(version));
  if (history === null) throw new Error("nothing is given out");
  return history;
};
const idsOf = (...numbers: string[]) =>
  Object.fromEntries(
    historyOf(...numbers).refs.map(({ name, id }) => [name.replace(/^refs\/\w+\//, ""), id]),
  );
/** The versions that lead to a version, the newest first. */
function lineOf(numbers: readonly string[], start: string): string[] {
  const { commits, refs } = historyOf(...numbers);
  const line: string[] = [];
  let next = refs.find(({ name }) => name.endsWith(`/${start}`))?.id;
  for (let commit = commits.get(next ?? ""); commit; commit = commits.get(next ?? "")) {
    line.push(commit.version.version);
    [next] = commit.parentIds;
  }
  return line;
}

test.each<[string, string[], string, string[]]>([
  ["one version", ["1.0.0"], "main", ["1.0.0"]],
  [
    "releases follow each other by number",
    ["1.0.0", "1.10.0", "1.9.0"],
    "main",
    ["1.10.0", "1.9.0", "1.0.0"],
  ],
  ["dates too", ["2026.01.02", "2025.12.31"], "main", ["2026.01.02", "2025.12.31"]],
  ["a pre-release is no part of the line", ["1.0.0", "1.1.0-rc.1", "1.1.0"], "main", ["1.1.0", "1.0.0"]],
  ["a pre-release stands alone", ["1.0.0", "1.1.0-rc.1", "1.1.0"], "1.1.0-rc.1", ["1.1.0-rc.1"]],
  ["pre-releases alone: the highest", ["1.0.0-a", "1.0.0-b"], "main", ["1.0.0-b"]],
  ["what cannot be compared stands alone", ["first", "1.0.0", "2.0.0"], "first", ["first"]],
])("%s", (_case, numbers, start, line) => {
  expect(lineOf(numbers, start)).toEqual(line);
});

describe("ids", () => {
  const numbers = ["1.0.0", "1.1.0", "2.0.0-rc.1", "2.0.0", "2.0.0+build"];

  test("are the same in whichever order the versions came", () => {
    expect(idsOf(...numbers.toReversed())).toEqual(idsOf(...numbers));
  });

  test.each([
    ["a higher release is published", ["1.0.0", "1.1.0"], "2.0.0", []],
    ["a pre-release is published", ["1.0.0", "1.1.0"], "2.0.0-rc.1", []],
    ["a pre-release below is published late", ["1.0.0", "2.0.0"], "2.0.0-rc.1", []],
    ["a lower release is let through late", ["1.0.0", "1.2.0", "1.3.0-rc.1"], "1.1.0", ["1.2.0"]],
    ["the lowest release is let through late", ["1.1.0", "1.2.0"], "1.0.0", ["1.1.0", "1.2.0"]],
  ])("%s: which change", (_case, before, added, changed) => {
    const [earlier, later] = [idsOf(...before), idsOf(...before, added)];
    expect(before.filter((each) => earlier[each] !== later[each])).toEqual(changed);
    // A withdrawal is the same, read backwards.
    expect(idsOf(...before)).toEqual(earlier);
  });
});

test.each([
  ["1.0.0", true],
  ["2.0.0-rc.1+build.5", true],
  ["2026.01.02", true],
  ["v1", true],
  ["1.0..0", false],
  ["1.0.", false],
  ["a.lock", false],
  ["-x", false],
  ["a b", false],
  ["a/b", false],
  ["a~1", false],
  ["a:b", false],
  ["a\nb", false],
  ["@{x}", false],
  ["..", false],
])("a version called %j has a tag: %s", (number, hasTag) => {
  const names = historyOf("1.0.0", number).refs.map(({ name }) => name);
  expect(names.includes(`refs/tags/${number}`)).toBe(hasTag);
});

test("no versions are no repository", () => {
  expect(buildHistory([])).toBeNull();
});
