import type { SkillRow } from "@/lib/registry/views";

/** The facts of a row that many skills have alike. */
export type RowFact = "audit" | "trust" | "proven" | "access" | "platforms";

const FACTS: Record<RowFact, (row: SkillRow) => unknown> = {
  audit: (row) => [row.auditState, row.audit, row.bondLamports],
  trust: (row) => row.trustLevel,
  proven: (row) => [row.examplesProven, row.examplesTotal],
  access: (row) => row.access,
  platforms: (row) => row.convertsTo.length,
};

const NONE: ReadonlySet<RowFact> = new Set();

/**
 * The facts in which all rows of a list are the same: they are said once above it. Of a single row none is, as it would
 * then say nothing itself.
 */
export function sharedFacts(rows: readonly SkillRow[]): ReadonlySet<RowFact> {
  const [first] = rows;
  if (first === undefined || rows.length === 1) return NONE;
  const isShared = (of: (row: SkillRow) => unknown) => {
    const same = JSON.stringify(of(first));
    return rows.every((row) => JSON.stringify(of(row)) === same);
  };
  const said = (fact: RowFact) => fact !== "proven" || first.examplesTotal > 0;
  return new Set((Object.keys(FACTS) as RowFact[]).filter((fact) => said(fact) && isShared(FACTS[fact])));
}
