import type { AuditScope } from "@/lib/audits/audit-statement";

export type AuditDuty = "none" | "reduced" | "full";

/**
 * What a step to a new version needs (Exo SKILL.md v1.1, section 5): a patch is exempt, a minor release needs a reduced
 * audit, a major one, a first release or one without semantic meaning (a date) a full one. Facts that ask for more than
 * the number says count: a minor release that breaks its callers needs a full audit.
 */
export function auditDuty(versionChange: string, requiredBump: string | null): AuditDuty {
  if (versionChange === "patch") return "none";
  return versionChange === "minor" && requiredBump !== "major" ? "reduced" : "full";
}

/** The least scope that fulfils the duty; a verifier may always do more. */
export function requiredScope(versionChange: string, requiredBump: string | null): AuditScope {
  const duty = auditDuty(versionChange, requiredBump);
  return duty === "none" ? "patch" : duty;
}
