import { expect, test } from "vitest";
import { assertStep, beyondStep, nextVersion } from "@/lib/registry/differences/assert-step";
import type { Bump, Difference, DifferenceFact } from "@/lib/registry/differences/difference";
import type { VersionDecision } from "@/lib/registry/versions/decide-version";

const differs = (...needs: Bump[]): Difference[] =>
  needs.map((each) => ({ fact: "price", before: '"1"', after: '"2"', needs: each }));
const decision = (change: VersionDecision["change"], base: string | null) =>
  ({ version: "1.0.1", change, base: base === null ? null : { version: base } }) as VersionDecision;

test.each<[string, VersionDecision["change"], string | null, Bump[], string | null]>([
  ["a patch that changes nothing", "patch", "1.0.0", [], null],
  ["a patch that changes what a patch may", "patch", "1.0.0", ["patch", "patch"], null],
  ["a patch that changes what a minor release may", "patch", "1.0.0", ["patch", "minor"], "minor 1.1.0"],
  ["a patch that changes what a major release may", "patch", "1.0.0", ["minor", "major"], "major 2.0.0"],
  ["a minor release that changes it", "minor", "1.0.0", ["major"], null],
  ["a major release", "major", "1.0.0", ["major"], null],
  ["a first version", "first", null, ["major"], null],
  ["a date", "other", "2026.11.27", ["major"], null],
  ["a patch of nothing", "patch", null, ["major"], null],
])("%s", (_name, change, base, needs, refused) => {
  const check = () => assertStep(decision(change, base), differs(...needs));
  if (refused === null) return expect(check).not.toThrow();
  const [requiredBump, requiredVersion] = refused.split(" ");
  const findings = Array.from({ length: needs.filter((each) => each !== "patch").length }, () =>
    expect.anything(),
  );
  return expect(check).toThrow(
    expect.objectContaining({
      code: "VERSION_NOT_HIGHER",
      details: { latestVersion: base, requiredBump, requiredVersion, findings },
    }),
  );
});

test("of a number that cannot be counted on, the step alone is told", () => {
  const check = () => assertStep(decision("patch", "spring"), differs("major"));
  expect(check).toThrow(
    expect.objectContaining({
      details: expect.not.objectContaining({ requiredVersion: expect.anything() as unknown }) as object,
    }),
  );
});

test.each<[string, Bump, string | null]>([
  ["1.2.3", "patch", "1.2.4"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "major", "2.0.0"],
  ["1.2.3-rc.1", "patch", "1.2.4"],
  ["0.0.0", "major", "1.0.0"],
  ["9007199254740993.0.0", "major", "9007199254740994.0.0"],
  ["2026-11-28", "major", null],
  ["spring", "patch", null],
])("from %s a %s release is %s", (from, bump, expected) => {
  expect(nextVersion(from, bump)).toBe(expected);
});

test.each<[VersionDecision["change"], DifferenceFact, Bump, boolean]>([
  ["minor", "input_schema", "major", true],
  ["minor", "output_schema", "major", true],
  ["minor", "call_pattern", "major", true],
  ["minor", "input_schema", "minor", false],
  ["minor", "output_schema", "minor", false],
  // More access, or a risk that is new, is read by a full audit; it breaks no caller.
  ["minor", "network", "major", false],
  ["minor", "destructiveHint", "major", false],
  ["minor", "price", "minor", false],
  ["patch", "input_schema", "minor", true],
  ["patch", "network", "major", true],
  ["patch", "code", "patch", false],
  ["major", "input_schema", "major", false],
  ["other", "input_schema", "major", false],
  ["first", "input_schema", "major", false],
])("a %s step and %s that needs a %s one: refused %s", (change, fact, needs, refused) => {
  expect(beyondStep(change, [{ fact, before: null, after: null, needs }]).length > 0).toBe(refused);
});

test("a minor release is told what breaks its callers alone, and the number that is right", () => {
  const breaking: Difference = { fact: "input_schema", before: null, after: "narrower", needs: "major" };
  const check = () => assertStep(decision("minor", "1.1.0"), [...differs("minor", "major"), breaking]);
  expect(check).toThrow(/minor release of 1\.1\.0.*input schema.*2\.0\.0/);
  expect(check).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({ findings: [expect.anything()] }) as object,
    }),
  );
});
