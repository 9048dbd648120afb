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
}

/** Challenges of a version, or all open ones, newest first. */
export async function listChallenges(of: { versionId: string } | "open"): Promise<ChallengeView[]> {
  const where = of === "open" ? { state: "open" } : { versionIds: [of.versionId] };
  return (await listChallengeRows(database(), where, MOST)).map(toView);
}

function toView({ account, version, openedAt, deadline, decidedAt, ...row }: ChallengeRow): ChallengeView {
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
  };
}
