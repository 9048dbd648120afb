import { expect, test } from "vitest";
import semver from "semver";
import { isSetRange, satisfiesRange } from "./set-range";

const VERSIONS = "0.0.1 0.0.2 0.1.0 0.1.9 0.2.0 1.0.0 1.2.2 1.2.3 1.2.4 1.3.0 1.9.9 2.0.0 10.0.0".split(" ");
const RANGES = "* ^0.0.1 ^0.1.0 ~0.1.0 ^1.2.3 ~1.2.3 1.2.3 ^2.0.0 ~10.0.0".split(" ");

test.each(RANGES)("%s takes what npm takes", (range) => {
  const taken = VERSIONS.filter((version) => satisfiesRange(version, range));
  expect(taken).toEqual(VERSIONS.filter((version) => semver.satisfies(version, range)));
});

test("a date and a pre-release are taken by their own name", () => {
  expect(satisfiesRange("2026.01.05", "2026.01.05")).toBe(true);
  expect(satisfiesRange("1.0.0-rc.1", "1.0.0-rc.1")).toBe(true);
  expect(satisfiesRange("soon", "^1.0.0")).toBe(false);
});

test.each(["*", "1.0.0", "^1.0.0", "~0.0.1", "2026.01.05", "1.0.0-rc.1+a"])("%s is a range", (text) =>
  expect(isSetRange(text)).toBe(true),
);
test.each(["", " ", ">=1.0.0", "^1", "1.0.0 2.0.0", "^1.0.0-rc", "^", "x".repeat(65), "1.0.0\n", "latest!"])(
  "%j is none",
  (text) => expect(isSetRange(text)).toBe(false),
);
