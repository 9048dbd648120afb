import { formatDay, exactSol } from "@/lib/platform/i18n/format";
import type { SkillRow } from "@/lib/registry/views";

/** What is said of a version's audit. */
export type AuditFacts = Pick<SkillRow, "auditState" | "audit"> & Partial<Pick<SkillRow, "bondLamports">>;

type Key = SkillRow["auditState"] | "bonded" | "full" | "since" | "carried-full" | "carried-since";
/** Texts of `common.audit`. */
type Say = (key: Key, values?: Record<string, string>) => string;

/**
 * The audit state of a version in words, for every page and picture. "Audited" never stands alone: it says what was
 * read (every file, or what changed since another version), of which version, and when.
 */
export function auditWords(
  { auditState, audit, bondLamports = null }: AuditFacts,
  say: Say,
  locale: string,
): string {
  if (auditState === "Optimistic" && bondLamports !== null)
    return say("bonded", { amount: exactSol(bondLamports) });
  if (auditState !== "Audited" || audit === null) return say(auditState);
  const day = formatDay(audit.sealedAt, locale);
  const { baseVersion, carriedFrom } = audit;
  if (carriedFrom !== null)
    return baseVersion === null
      ? say("carried-full", { version: carriedFrom, day })
      : say("carried-since", { version: carriedFrom, base: baseVersion, day });
  return baseVersion === null ? say("full", { day }) : say("since", { base: baseVersion, day });
}

/**
 * What a seal has read, as messages name it: every file, what changed since a version, or changes that nothing sealed
 * stood before, which count for nothing.
 */
export function extentOf({ scope, baseVersion }: { scope: string; baseVersion: string | null }) {
  if (scope === "full") return "full";
  return baseVersion === null ? "unfounded" : "since";
}
