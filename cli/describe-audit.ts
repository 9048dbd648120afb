import type { FoundSkill } from "@/client";
import { formatDay } from "@/lib/platform/i18n/format";

/**
 * The audit state of a version in words, as the market's pages have it: "Audited" says what was read, of which version,
 * and when. A market that does not say that is not repeated as if it did.
 */
export function describeAudit({
  audit_state: state,
  audit,
}: Pick<FoundSkill, "audit_state" | "audit">): string {
  if (state !== "Audited") return state;
  if (!audit) return "Audited: the market does not say what was read";
  const { base_version: base, carried_from: carried } = audit;
  const read =
    audit.scope === "full" ? "every file" : `changes since ${base ?? "a version it does not name"}`;
  const sealed = `sealed ${dayOf(audit.sealed_at)}`;
  return carried === null
    ? `Audited: ${read}, ${sealed}`
    : `Audited: ${carried}, ${read}, ${sealed}; this patch was not read`;
}

/** What stands behind a version that is installed: its audit, and whether an account answers for it. */
export function describeStanding(skill: FoundSkill): string {
  return skill.trust_level === "sandbox"
    ? `${describeAudit(skill)}; uploaded by an agent, nobody answers for it`
    : describeAudit(skill);
}

/** What a market sends may be anything. */
function dayOf(moment: string): string {
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? "on an unknown day" : formatDay(at.toISOString(), "en");
}
