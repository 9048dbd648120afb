import { expect, test } from "vitest";
import { sharedFacts } from "@/components/skill/row/skill-row";
import type { SkillRow } from "@/lib/registry/views";

const ROW: Partial<SkillRow> = {
  auditState: "Unverified",
  audit: null,
  bondLamports: null,
  trustLevel: "community",
  convertsTo: ["claude"],
};
const shared = (...rows: Partial<SkillRow>[]) => [
  ...sharedFacts(rows.map((row) => ({ ...ROW, ...row }) as SkillRow)),
];

test("what all rows have alike is said once; of one row, and of none, nothing is", () => {
  expect(shared({}, {})).toEqual(["audit", "trust", "access", "platforms"]);
  expect(shared({}, { trustLevel: "sandbox", convertsTo: [] })).toEqual(["audit", "access"]);
  expect(shared({})).toEqual([]);
  expect(shared()).toEqual([]);
});

test("two bonds of different size are no shared fact, though both are Optimistic", () => {
  const bonded = (bondLamports: string) => ({ auditState: "Optimistic" as const, bondLamports });
  expect(shared(bonded("1"), bonded("1"))).toContain("audit");
  expect(shared(bonded("1"), bonded("2"))).not.toContain("audit");
});

test("proof is shared where there are examples", () => {
  const proven = (examplesProven: number) => ({ examplesTotal: 3, examplesProven });
  expect(shared(proven(3), proven(3))).toContain("proven");
  expect(shared(proven(3), proven(2))).not.toContain("proven");
});
