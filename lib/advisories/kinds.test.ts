import { expect, test } from "vitest";
import {
  ADVISORY_ID,
  ADVISORY_KINDS,
  advisoryId,
  appealPage,
  SEVERITY_OF_KIND,
  type AdvisoryKind,
} from "@/lib/advisories/kinds";

test.each([
  [2026, 1, "EMP-2026-0001"],
  [2026, 9999, "EMP-2026-9999"],
  [2027, 10_000, "EMP-2027-10000"],
])("the id of number %d-%d", (year, number, id) => {
  expect(advisoryId(year, number)).toBe(id);
  expect(ADVISORY_ID.test(id)).toBe(true);
});

test.each([
  "EMP-2026-001",
  "EMP-26-0001",
  "emp-2026-0001",
  "EMP-2026-0001x",
  "EMP-2026-",
  "CVE-2026-0001",
  "",
])("%s is no id", (text) => {
  expect(ADVISORY_ID.test(text)).toBe(false);
});

const HOW = "/docs/advisories#objections";
test.each<[AdvisoryKind, string | null, string | null, string]>([
  ["skill-quarantined", "csv", "1.0.0", "/skills/csv/quarantine"],
  ["challenge-upheld", "csv", "1.0.0+x", "/skills/csv/security?version=1.0.0%2Bx"],
  ["challenge-upheld", "csv", null, HOW],
  ["secret-exposed", "csv", "1.0.0", HOW],
  ["seal-revoked", "csv", "1.0.0", HOW],
  ["version-withdrawn", "csv", "1.0.0", HOW],
  ["verifier-finding", "csv", "1.0.0", HOW],
  ["key-leaked", null, null, HOW],
])("a %s of %s %s is objected to at %s", (kind, slug, version, page) => {
  expect(appealPage(kind, { slug, version })).toBe(page);
});

test("every kind that the market writes has a severity, and what can do harm at once is high", () => {
  const graded = Object.keys(SEVERITY_OF_KIND);
  expect(graded.sort()).toEqual(ADVISORY_KINDS.filter((kind) => kind !== "verifier-finding").sort());
  expect(Object.entries(SEVERITY_OF_KIND).filter(([, severity]) => severity !== "high")).toEqual([
    ["seal-revoked", "medium"],
    ["version-withdrawn", "low"],
  ]);
});
