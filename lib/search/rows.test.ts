import { expect, test } from "vitest";
import type { StoredRow } from "@/lib/search/rows-repository";
import { toSkillRow } from "@/lib/search/rows";

const NOW = new Date("2026-11-28T12:00:00Z");
const at = (ms: number) => new Date(NOW.getTime() + ms);
const DAY_MS = 86_400_000;

const row = (changes: Partial<StoredRow> = {}) =>
  toSkillRow(
    {
      claimStatus: null,
      claimExpiresAt: null,
      publishedAt: NOW,
      authorAgent: null,
      iconDigest: null,
      ratingSum: 9,
      ratingCount: 2,
      tags: null,
      permissions: { network: true, filesystem: false, subprocess: false, envVars: [] },
      origins: null,
      ...changes,
    } as unknown as StoredRow,
    NOW,
  );

test.each<[string, StoredRow["claimStatus"], Date | null, string]>([
  ["uploaded by an account", null, null, "registered"],
  ["a draft in time", "draft", at(1), "draft"],
  ["a draft whose time is over, whoever has noted it", "draft", at(0), "expired"],
  ["a draft without a time", "draft", null, "draft"],
  ["claimed", "claimed", at(-1), "claimed"],
  ["over", "expired", at(-1), "expired"],
])("a skill that is %s is shown as %4$s", (_name, claimStatus, claimExpiresAt, expected) => {
  const shown = row({ claimStatus, claimExpiresAt });
  expect(shown.claimStatus).toBe(expected);
  expect(shown.claimExpiresAt).toBe(claimExpiresAt === null ? null : claimExpiresAt.toISOString());
});

test.each([
  [0, 0],
  [-DAY_MS + 1, 0],
  [-DAY_MS, 1],
  [1, 0],
  [5 * DAY_MS, 0],
])("published %i ms from now it is %i whole days old", (ms, days) => {
  expect(row({ publishedAt: at(ms) }).daysSinceUpdate).toBe(days);
});

test("what is not there is empty, and nothing of a session is shown", () => {
  const agent = {
    name: "bot",
    provider: "acme",
    built_at: "2026-11-01",
    proven: true,
    session: "secret",
  } as never;
  expect(row()).toMatchObject({
    tags: [],
    capabilities: [],
    platforms: [],
    iconPath: null,
    authorAgent: null,
  });
  expect(row({ tags: ["a"], capabilities: ["b"], platforms: ["c"] })).toMatchObject({
    tags: ["a"],
    capabilities: ["b"],
    platforms: ["c"],
  });
  expect(row({ authorAgent: agent }).authorAgent).toEqual({
    name: "bot",
    provider: "acme",
    built_at: "2026-11-01",
    proven: true,
  });
  expect(row({ authorAgent: { name: "bot" } }).authorAgent).toEqual({ name: "bot", proven: false });
  expect(row({ iconDigest: `sha256:${"a".repeat(64)}` }).iconPath).toMatch(/^\/.*aaaa/);
  expect(row().rating).toEqual({ average: 4.5, count: 2 });
});
