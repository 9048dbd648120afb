import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { isReportReason, type ReportReason } from "@/lib/moderation/report-reasons";
import { findReportState } from "@/lib/moderation/cases-repository";

/** How a report stands, for whoever has its number; neither its text nor who wrote it. */
export interface ReportView {
  id: string;
  slug: string;
  reason: ReportReason;
  state: "open" | "upheld" | "dismissed";
  filedAt: string;
  decidedAt: string | null;
  /** What the administrator wrote; null while it is open. */
  decision: string | null;
}

/**
 * A report by its number, which holds 80 random bits and is told to whoever filed it alone. Throws REPORT_NOT_FOUND.
 */
export async function getReport(id: string): Promise<ReportView> {
  const row = await findReportState(database(), id);
  if (!row) throw new DomainError("REPORT_NOT_FOUND", "There is no report with this number.");
  return {
    id: row.id,
    slug: row.skill.slug,
    reason: isReportReason(row.reason) ? row.reason : "other",
    state: row.state as ReportView["state"],
    filedAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decision: row.decision,
  };
}
