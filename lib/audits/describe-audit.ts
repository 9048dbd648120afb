import { formatDay } from "@/lib/platform/i18n/format";

/** An audit as the documents of the agent API name its members; what another market sends may be anything. */
interface DescribedAudit {
  audit_state: string;
  audit?: {
    scope: "full" | "reduced" | "patch";
    base_version: string | null;
    carried_from: string | null;
    sealed_at: string;
    confidential?: boolean;
  } | null;
}

/**
 * The audit state of a version in words, as the market's pages have it: "Audited" says what was read, of which version,
 * when, and whether others could read it too. A market that does not say that is not repeated as if it did.
 */
export function describeAudit({ audit_state: state, audit }: DescribedAudit): string {
  if (state !== "Audited") return state;
  if (!audit) return "Audited: the market does not say what was read";
  const { base_version: base, carried_from: carried } = audit;
  const read =
    audit.scope === "full" ? "every file" : `changes since ${base ?? "a version it does not name"}`;
  const how = audit.confidential === true ? "; read under confidentiality" : "";
  const sealed = `sealed ${dayOf(audit.sealed_at)}`;
  return carried === null
    ? `Audited: ${read}, ${sealed}${how}`
    : `Audited: ${carried}, ${read}, ${sealed}; this patch was not read${how}`;
}

/** What a market sends may be anything. */
function dayOf(moment: string): string {
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? "on an unknown day" : formatDay(at.toISOString(), "en");
}
