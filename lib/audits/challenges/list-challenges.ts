import { listChallengeRows, type ChallengeRow } from "@/lib/audits/challenges/repository";
import { database } from "@/lib/db/client";

const MOST = 100;

export interface ChallengeView {
  id: string;
  slug: string;
  version: string;
  claim: string;
  evidence: string;
  state: "open" | "upheld" | "rejected" | "lapsed";
  challenger: string;
  openedAt: string;
  deadline: string;
  decidedAt: string | null;
  outcome: string | null;
  /** The verifier's signed verdict that opened it; null where it was written into the form. */
  auditId: string | null;
  /** Why the verifier has taken that verdict back; null while they stand by it. It is decided all the same. */
  takenBack: string | null;
}

/** Challenges of a version, or all open ones, newest first. */
export async function listChallenges(of: { versionId: string } | "open"): Promise<ChallengeView[]> {
  const where = of === "open" ? { state: "open" } : { versionIds: [of.versionId] };
  return (await listChallengeRows(database(), where, MOST)).map(toView);
}

function toView({
  account,
  audit,
  version,
  openedAt,
  deadline,
  decidedAt,
  ...row
}: ChallengeRow): ChallengeView {
  return {
    id: row.id,
    slug: version.skill.slug,
    version: version.version,
    claim: row.claim,
    evidence: row.evidence,
    state: row.state as ChallengeView["state"],
    challenger: account.username,
    openedAt: openedAt.toISOString(),
    deadline: deadline.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    outcome: row.outcome,
    auditId: row.auditId,
    takenBack: audit?.revokedAt ? (audit.revokeReason ?? "") : null,
  };
}
