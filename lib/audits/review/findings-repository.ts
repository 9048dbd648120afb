import type { DecisionRow } from "@/lib/audits/review/reviewed-findings";
import type { Database } from "@/lib/db/client";
import { FINDINGS } from "@/lib/db/finding-columns";
import type { FindingView } from "@/lib/registry/views";

/** The findings of a version's latest vetting, in the order of the report. */
export async function listFindings(db: Database, versionId: string): Promise<FindingView[]> {
  const job = await db.vettingJob.findFirst({
    where: { versionId },
    orderBy: { createdAt: "desc" },
    select: { findings: FINDINGS },
  });
  return (job?.findings ?? []) as FindingView[];
}

export function listDecisions(db: Database, versionId: string, verifierId: string): Promise<DecisionRow[]> {
  return db.findingDecision.findMany({
    where: { versionId, verifierId },
    select: { findingKey: true, decision: true, reason: true },
  });
}

/** Sets or, with null, takes back a decision. */
export async function setDecision(
  db: Database,
  place: { versionId: string; verifierId: string; findingKey: string },
  decided: { decision: string; reason: string; decidedAt: Date } | null,
): Promise<void> {
  if (decided === null) {
    await db.findingDecision.deleteMany({ where: place });
    return;
  }
  await db.findingDecision.upsert({
    where: { versionId_verifierId_findingKey: place },
    create: { ...place, ...decided },
    update: decided,
  });
}
