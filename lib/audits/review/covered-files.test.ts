import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  coveredDigest,
  coveredFiles,
  coveredList,
  pairFiles,
  seenKey,
  type ListedFile,
} from "@/lib/audits/review/covered-files";
import { packageDigest } from "@/lib/package";

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");
const file = (path: string, text = path, isExecutable: boolean | null = false): ListedFile => ({
  path,
  sha256: digestOf(text),
  isExecutable,
});

type Case = [string, ListedFile[], ListedFile[], [string, string][]];
const CASES: Case[] = [
  ["nothing", [], [], []],
  ["the same", [file("a")], [file("a")], [["a", "same"]]],
  ["against nothing, each is added", [], [file("a"), file("b")], [["a", "added"], ["b", "added"]]],
  ["another text", [file("a", "1")], [file("a", "2")], [["a", "changed"]]],
  ["one that is gone", [file("a"), file("b")], [file("a")], [["a", "same"], ["b", "removed"]]],
  ["renamed: one is gone, one is added", [file("a", "1")], [file("b", "1")], [["a", "removed"], ["b", "added"]]],
  ["may be run now", [file("a", "1", false)], [file("a", "1", true)], [["a", "changed"]]],
  ["may be run no longer", [file("a", "1", true)], [file("a", "1", false)], [["a", "changed"]]],
  ["may be run, as it now turns out", [file("a", "1", null)], [file("a", "1", true)], [["a", "changed"]]],
  ["not known of either", [file("a", "1", null)], [file("a", "1", null)], [["a", "same"]]],
  ["names in another letter case are others", [file("A")], [file("a", "A")], [["A", "removed"], ["a", "added"]]],
  ["in the order of their bytes", [], [file("b"), file("Z"), file("é"), file("a")], [["Z", "added"], ["a", "added"], ["b", "added"], ["é", "added"]]],
]; // prettier-ignore

describe("files of two packages", () => {
  test.each(CASES)("%s", (_, before, after, expected) => {
    expect(pairFiles(before, after).map(({ path, status }) => [path, status])).toEqual(expected);
  });
});

describe("what a seal covers", () => {
  const before = [file("same"), file("changed", "1"), file("gone"), file("mode", "m", false)];
  const after = [file("same"), file("changed", "2"), file("new"), file("mode", "m", true)];
  const pathsOf = (scope: "full" | "reduced" | "patch") =>
    coveredFiles(pairFiles(before, after), scope).map(({ path }) => path);

  test("is every file there is, or all that differs, also what is gone", () => {
    expect(pathsOf("full")).toEqual(["changed", "mode", "new", "same"]);
    for (const scope of ["reduced", "patch"] as const)
      expect(pathsOf(scope)).toEqual(["changed", "gone", "mode", "new"]);
  });

  test("is listed as sha256sum prints it; of a full audit the list has the digest of the package", () => {
    const bytes = ["same", "changed", "new"].map((path) => ({ path, bytes: Buffer.from(path) }));
    const listed = bytes.map(({ path }) => file(path));
    expect(coveredDigest(coveredFiles(pairFiles([], listed), "full"))).toBe(packageDigest(bytes));
    const gone = coveredFiles(pairFiles([file("gone")], []), "reduced");
    expect(coveredList(gone)).toBe("-  gone\n");
  });
});

test("a file that was seen is another one to see once it, its mode or what it is read against changes", () => {
  const keys = [
    { path: "a", before: null, after: file("a") },
    { path: "b", before: null, after: file("b", "a") },
    { path: "a", before: file("a", "1"), after: file("a") },
    { path: "a", before: file("a", "2"), after: file("a") },
    { path: "a", before: file("a", "2"), after: null },
    { path: "a", before: null, after: file("a", "a", true) },
    { path: "a", before: null, after: file("a", "a", null) },
  ].map(seenKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(seenKey({ path: "a", before: null, after: file("a") })).toBe(keys[0]);
});
