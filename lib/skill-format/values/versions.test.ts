import fc from "fast-check";
import semver from "semver";
import { describe, expect, it } from "vitest";
import {
  compareVersions,
  isDateVersion,
  isSemVer,
  meantVersion,
  latestReleased,
  nextPatch,
  readVersion,
  versionChange,
} from "./versions";

describe("SemVer", () => {
  it.each([
    "0.0.0",
    "1.0.0",
    "1.2.3-rc.1+build.5",
    "1.0.0--",
    "10.20.30",
    "2024.13.45",
    "99999999999999999999.0.0",
  ])("%s is a semantic version", (text) => expect(isSemVer(text)).toBe(true));

  it.each([
    "",
    "1",
    "1.0",
    "v1.0.0",
    "=1.0.0",
    "1.0.0.1",
    "01.0.0",
    "1.0.0-01",
    "1.0.0-",
    "1.0.0+",
    "2024.01.15",
    "1.0.0-a..b",
    " 1.0.0",
  ])("%j is not", (text) => expect(isSemVer(text)).toBe(false));

  it("a version of absurd length is none", () => {
    expect(isSemVer(`1.0.0-${"a.".repeat(100_000)}a`)).toBe(false);
  });
});

describe("dates", () => {
  it("a date version is a real day with two-digit month and day", () => {
    expect(["2024.01.15", "2024.02.29", "2024.12.31"].every(isDateVersion)).toBe(true);
    expect(
      ["2023.02.29", "2024.02.30", "2024.00.10", "2024.1.05", "2024.01.5", "24.01.05"].some(isDateVersion),
    ).toBe(false);
  });

  it.each([
    ["2026-01-05", "2026.1.5"],
    ["2026-1-5", "2026.1.5"],
    ["2026/01/05", "2026.1.5"],
    ["v2026-01-05", "2026.1.5"],
    ["2024-02-29", "2024.2.29"],
    ["2023-02-29", null],
    ["2026-13-45", null],
    ["2026-01/05", null],
    ["2026-10", null],
    ["2026.1-5", null],
    ["1-2", null],
    ["1.2-beta", "1.2.0-beta"],
    ["v1.2.3-1", "1.2.3-1"],
    ["1.2+b", "1.2.0+b"],
    ["2026.01.05", null],
    ["1.2.3", null],
  ])("%s means %s, and never a pre-release that nobody named", (written, meant) =>
    expect(meantVersion(written)).toBe(meant),
  );

  it("the scheme is SemVer before date, and nothing written is the default", () => {
    expect(readVersion("2024.01.15").scheme).toBe("date");
    expect(readVersion("2024.13.45").scheme).toBe("semver");
    expect(readVersion("latest").scheme).toBe("other");
    expect(readVersion(undefined)).toEqual({ raw: "0.0.1", scheme: "default" });
  });
});

const versionText = fc
  .tuple(
    fc.nat(30),
    fc.nat(30),
    fc.nat(30),
    fc.constantFrom("", "-rc.1", "-rc.2", "-alpha", "-alpha.beta", "-1", "-11", "-a-b"),
    fc.constantFrom("", "+x"),
  )
  .map(([major, minor, patch, prerelease, build]) => `${major}.${minor}.${patch}${prerelease}${build}`);

it("precedence agrees with the reference order of SemVer", () => {
  fc.assert(
    fc.property(
      versionText,
      versionText,
      (a, b) => Math.sign(compareVersions(a, b) ?? Number.NaN) === semver.compare(a, b),
    ),
  );
});

it("numbers beyond 2^53 are compared exactly", () => {
  expect(compareVersions("1.0.9007199254740993", "1.0.9007199254740992")).toBeGreaterThan(0);
});

it("a version that is neither SemVer nor date has no order", () => {
  expect(compareVersions("latest", "1.0.0")).toBeNull();
});

describe("change from one version to the next", () => {
  it.each([
    ["1.0.0", "1.0.1", "patch", "none"],
    ["1.0.9", "1.0.10", "patch", "none"],
    ["1.0.0", "1.1.0", "minor", "simplified"],
    ["1.9.0", "1.10.0", "minor", "simplified"],
    ["1.2.3", "2.0.0", "major", "full"],
    ["1.0.0", "1.0.1-rc.1", "patch", "none"],
    ["1.0.0-rc.1", "1.0.0", "major", "full"],
    ["2024.01.15", "2024.02.01", "unknown", "full"],
    ["2024.11.15", "2024.12.01", "unknown", "full"],
    ["1.0.0", "2024.01.15", "unknown", "full"],
    ["1.0.0", "latest", "unknown", "full"],
  ])("%s to %s is %s with the audit %s", (from, to, change, audit) => {
    expect(versionChange(from, to)).toMatchObject({ refused: false, change, audit });
  });

  it.each([
    ["1.0.0", "1.0.0"],
    ["1.0.0+a", "1.0.0+b"],
    ["1.0.0", "1.0.0-rc.1"],
    ["1.10.0", "1.9.0"],
    ["2024.02.01", "2024.01.15"],
    ["latest", "latest"],
  ])("%s to %s is refused", (from, to) => {
    expect(versionChange(from, to)).toMatchObject({ refused: true });
  });

  it("a pre-release in between is measured against the last released version", () => {
    expect(versionChange("1.1.0-rc.1", "1.1.0", "1.0.0")).toMatchObject({ change: "minor" });
    expect(latestReleased(["1.0.0", "1.1.0-rc.1", "0.9.0"])).toBe("1.0.0");
    expect(latestReleased(["1.0.0-rc.1"])).toBeNull();
  });

  it("nothing that is refused one way is allowed the same way twice: a change has a direction", () => {
    fc.assert(
      fc.property(
        versionText,
        versionText,
        (a, b) => versionChange(a, b).refused || versionChange(b, a).refused,
      ),
    );
  });
});

it("the store counts on from the latest version", () => {
  expect(nextPatch(null)).toBe("0.0.1");
  expect(nextPatch("0.0.1")).toBe("0.0.2");
  expect(nextPatch("1.2.9")).toBe("1.2.10");
  expect(nextPatch("latest")).toBeNull();
  fc.assert(
    fc.property(versionText, (version) => (compareVersions(nextPatch(version) ?? "", version) ?? 0) > 0),
  );
});
