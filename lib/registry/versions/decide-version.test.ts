import { expect, test } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import { decideVersion, findStaying, type StoredVersion } from "@/lib/registry/versions/decide-version";

const one = (version: string, changes: Partial<StoredVersion> = {}): StoredVersion => ({
  id: version,
  version,
  vettingStatus: "approved",
  published: true,
  yanked: false,
  ...changes,
});
const pending = (version: string) => one(version, { vettingStatus: "pending", published: false });
const rejected = (version: string) => one(version, { vettingStatus: "rejected", published: false });
const yanked = (version: string) => one(version, { yanked: true });

/** What is decided of a stated version, as `version change base before`; a refusal as what it was compared with. */
function decided(stated: string | null, stored: StoredVersion[]): string {
  const scheme = stated === null ? ("default" as const) : ("semver" as const);
  try {
    const found = decideVersion({ raw: stated ?? "", scheme }, stored);
    return [found.version, found.change, found.base?.version ?? "-", found.before?.version ?? "-"].join(" ");
  } catch (error) {
    if (!isDomainError(error, "VERSION_NOT_HIGHER")) throw error;
    return `above ${String(error.details["latestVersion"])}: ${error.message}`;
  }
}

test.each<[string, string | null, StoredVersion[], string | RegExp]>([
  ["the first", "1.0.0", [], "1.0.0 first - -"],
  ["the first without a number", null, [], "0.0.1 first - -"],
  ["the next without a number", null, [one("1.2.3")], "1.2.4 patch 1.2.3 1.2.3"],
  [
    "the next without a number counts on from a rejected one",
    null,
    [one("1.0.0"), rejected("1.0.5")],
    "1.0.6 patch 1.0.0 1.0.0",
  ],
  ["a patch", "1.0.1", [one("1.0.0")], "1.0.1 patch 1.0.0 1.0.0"],
  ["a minor release", "1.1.0", [one("1.0.0")], "1.1.0 minor 1.0.0 1.0.0"],
  ["a major release", "2.0.0", [one("1.0.0")], "2.0.0 major 1.0.0 1.0.0"],
  [
    "a date says nothing of its step",
    "2026.11.28",
    [one("2026.11.27")],
    "2026.11.28 other 2026.11.27 2026.11.27",
  ],
  [
    "the same again",
    "1.0.0",
    [one("1.0.0")],
    /^above 1\.0\.0: 1\.0\.0 is not higher than 1\.0\.0, the highest release/,
  ],
  [
    "a lower one",
    "0.9.0",
    [one("1.0.0")],
    /^above 1\.0\.0: .*Accepted is a release above 1\.0\.0, such as 1\.0\.1\.$/,
  ],
  ["lower than one that waits", "1.0.1", [one("1.0.0"), pending("1.1.0")], /^above 1\.1\.0: /],
  [
    "above one that waits, measured against the listed one",
    "1.1.1",
    [one("1.0.0"), pending("1.1.0")],
    "1.1.1 minor 1.0.0 1.0.0",
  ],
  ["the first is still waiting", "1.0.1", [pending("1.0.0")], "1.0.1 first - 1.0.0"],
  ["lower than a rejected one", "1.0.1", [one("1.0.0"), rejected("3.0.0")], "1.0.1 patch 1.0.0 1.0.0"],
  [
    "the number of a rejected one",
    "1.0.1",
    [one("1.0.0"), rejected("1.0.1")],
    /^above 1\.0\.0: 1\.0\.1 was rejected and keeps its number/,
  ],
  [
    "above a withdrawn one, measured against what stands",
    "1.2.1",
    [one("1.0.0"), yanked("1.2.0")],
    "1.2.1 minor 1.0.0 1.0.0",
  ],
  ["not above a withdrawn one", "1.1.0", [one("1.0.0"), yanked("1.2.0")], /^above 1\.2\.0: /],
  ["all were withdrawn", "1.0.1", [yanked("1.0.0")], "1.0.1 patch 1.0.0 1.0.0"],
  ["a pre-release above the release", "1.1.0-rc.1", [one("1.0.0")], "1.1.0-rc.1 minor 1.0.0 1.0.0"],
  [
    "a pre-release below another one",
    "2.0.0-rc.1",
    [one("1.0.0"), one("2.0.0-rc.2")],
    /^above 2\.0\.0-rc\.2: .*the highest version of.*Accepted is a pre-release above 2\.0\.0-rc\.2, or a release above 1\.0\.0, such as 1\.0\.1\.$/,
  ],
  ["a release below a pre-release", "1.0.1", [one("1.0.0"), one("2.0.0-rc.1")], "1.0.1 patch 1.0.0 1.0.0"],
  ["a first release after pre-releases", "1.0.0", [one("1.0.0-rc.1")], "1.0.0 first - 1.0.0-rc.1"],
  [
    "a second pre-release before any release",
    "1.0.0-rc.2",
    [one("1.0.0-rc.1")],
    "1.0.0-rc.2 first - 1.0.0-rc.1",
  ],
  [
    "a pre-release below another one, before any release",
    "1.0.0-rc.1",
    [one("1.0.0-rc.2")],
    /Accepted is a pre-release above 1\.0\.0-rc\.2, or a release above 1\.0\.0-rc\.2, such as 1\.0\.1\.$/,
  ],
  [
    "the number of the only one, which was rejected",
    "1.0.0",
    [rejected("1.0.0")],
    /^above null: 1\.0\.0 was rejected/,
  ],
  ["a number that cannot be counted on", null, [one("spring")], /^above spring: State a version/],
  ["the same word again", "spring", [one("spring")], /^above spring: .* A higher one is accepted\.$/],
])("%s", (_name, stated, stored, expected) => {
  expect(decided(stated, stored)).toEqual(
    typeof expected === "string" ? expected : expect.stringMatching(expected),
  );
});

test.each<[string, string, StoredVersion[], string | null]>([
  ["a pre-release above a release", "2.0.0-rc.1", [one("1.0.0")], "1.0.0"],
  ["a pre-release of a patch", "1.0.1-rc.1", [one("1.0.0")], "1.0.0"],
  ["a pre-release while there is no release", "1.0.0-rc.2", [one("1.0.0-rc.1")], null],
  ["a first pre-release", "1.0.0-rc.1", [], null],
  ["a pre-release above a withdrawn release", "2.0.0-rc.1", [yanked("1.0.0")], null],
  ["a release", "1.1.0", [one("1.0.0")], null],
])("%s: who has a release stays with %s", (_name, version, stored, staying) => {
  expect(findStaying(decideVersion({ raw: version, scheme: "semver" }, stored))).toBe(staying);
});
