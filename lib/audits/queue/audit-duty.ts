import type { AuditScope } from "@/lib/audits/audit-statement";
import { compareVersions, versionChange } from "@/lib/skill-format";

export type AuditDuty = "none" | "reduced" | "full";

/** What a version is against the last one before it whose own seal is in force. */
export interface SinceSeal {
  /** The step that its number makes from that one; `other` says nothing, as a date does. */
  change: "patch" | "minor" | "major" | "other";
  /** The least step that the facts ask for, however many versions lie between. */
  requiredBump: string;
}

/**
 * The audit that a version needs (Exo SKILL.md v1.1, section 5). A patch that carries a seal in force is exempt. What is
 * a compatible step from a sealed version needs a reduced audit: the difference to that one is read. Everything else
 * needs a full one: a first release, a major one, one without semantic meaning (a date), one that asks more of its
 * callers than its number says, and whatever no sealed version stands before.
 */
export function auditDuty(sinceSeal: SinceSeal | null, carries: boolean): AuditDuty {
  if (sinceSeal === null || sinceSeal.requiredBump === "major") return "full";
  if (sinceSeal.change === "patch") return carries ? "none" : "reduced";
  return sinceSeal.change === "minor" ? "reduced" : "full";
}

/** What is read to fulfil the duty. An exempt version can be read, too: what it changed. */
export const scopeOf = (duty: AuditDuty): AuditScope => (duty === "none" ? "patch" : duty);

/** The step from a sealed version to a later one. */
export function stepFrom(sealed: string, version: string): SinceSeal["change"] {
  const step = versionChange(sealed, version, sealed);
  return step.refused || step.change === "unknown" ? "other" : step.change;
}

interface Numbered {
  version: string;
  createdAt: Date;
}

/**
 * Of sealed versions of a skill the one that a version is read against: the newest before it, with a lower number, so
 * that a pre-release of a later line is none. Numbers that cannot be compared (dates) decide nothing.
 */
export function lastSealedBefore<Sealed extends Numbered>(
  { version, createdAt }: Numbered,
  sealed: readonly Sealed[],
): Sealed | null {
  return sealed
    .filter((each) => each.createdAt < createdAt && (compareVersions(each.version, version) ?? -1) < 0)
    .reduce<Sealed | null>((last, each) => (last && last.createdAt >= each.createdAt ? last : each), null);
}
