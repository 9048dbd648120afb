import { beforeAll, expect, test } from "vitest";
import { compareReleases, readComparison } from "@/lib/catalogue/comparison/compare-releases";
import { listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { buildSkillPackage, makeAccount, publishNow, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import type { VersionRow } from "@/lib/registry/views";

testDatabase();

let versions: VersionRow[];
beforeAll(async () => {
  const account = await makeAccount();
  const name = uniqueName("compared");
  for (const [version, text] of [
    ["1.0.0", "one\ntwo\n"],
    ["1.1.0", "one\n2\nthree\n"],
  ]) {
    const files = { "notes.txt": text ?? "", ...(version === "1.1.0" ? { "more.txt": "x\n" } : {}) };
    await publishNow(buildSkillPackage({ frontMatter: { name, version }, files }), account);
  }
  versions = await listVersions(name);
});

test("two releases are compared file by file, and the lines of one file are shown", async () => {
  const pair = readComparison("1.0.0..1.1.0", versions);
  if (!pair) throw new Error("both are published");
  const comparison = await compareReleases(pair, { path: "notes.txt" });
  const byPath = new Map(comparison.files.map((file) => [file.path, file]));
  expect(byPath.get("notes.txt")).toMatchObject({ status: "changed", added: 2, removed: 1 });
  expect(byPath.get("more.txt")).toMatchObject({ status: "added", added: 1 });
  expect(comparison).toMatchObject({ from: "1.0.0", to: "1.1.0", uncounted: 0 });
  expect(comparison.shown?.changes?.diff.hunks[0]?.lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "same one",
    "removed two",
    "added 2",
    "added three",
  ]);
  const back = readComparison("1.1.0..1.0.0", versions);
  expect(back && (await compareReleases(back)).removed).toBe(comparison.added);
});

test.each([undefined, "", "1.0.0", "1.0.0..1.0.0", "1.0.0..9.9.9", "..", "1.0.0..1.1.0..1.1.0x".slice(0, 3)])(
  "no comparison is %j",
  (spec) => expect(readComparison(spec, versions)).toBeNull(),
);

test("of a file with very many changed lines the first ones are shown, and that they are not all", async () => {
  const account = await makeAccount();
  const name = uniqueName("longcompared");
  for (const version of ["1.0.0", "1.1.0"]) {
    const lines = Array.from({ length: 3_000 }, (_, line) => `${line} of ${version}`);
    const files = { "notes.txt": lines.join("\n"), "short.txt": version };
    await publishNow(buildSkillPackage({ frontMatter: { name, version }, files }), account);
  }
  const pair = readComparison("1.0.0..1.1.0", await listVersions(name));
  if (!pair) throw new Error("both are published");
  const { shown, ...totals } = await compareReleases(pair, { path: "notes.txt", open: "all" });
  expect(totals.files.find(({ path }) => path === "notes.txt")).toMatchObject({
    added: 3_000,
    removed: 3_000,
  });
  const lines = shown?.changes?.diff.hunks.flatMap((hunk) => hunk.lines) ?? [];
  expect([lines.length, shown?.changes?.cutAfter]).toEqual([2_000, 2_000]);
  const short = await compareReleases(pair, { path: "short.txt" });
  expect(short.shown?.changes?.cutAfter).toBeNull();
});
