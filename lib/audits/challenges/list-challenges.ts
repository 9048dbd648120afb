import { listChallengeRows, mapSealers, type ChallengeRow } from "@/lib/audits/challenges/repository";
import { STANDINGS, type Standing } from "@/lib/audits/challenges/standing";
import { ownersOf } from "@/lib/audits/repository";
import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { isLeftToOthers } from "@/lib/identity/decided-by";

const MOST = 100;

export interface ChallengeView {
  id: string;
  slug: string;
  version: string;
  claim: string;
  evidence: string;
  state: "open" | "upheld" | "rejected" | "lapsed";
  challenger: string;
  /** Why it weighs; null for an account without standing. */
  standing: Standing | null;
  openedAt: string;
  deadline: string;
  decidedAt: string | null;
  outcome: string | null;
  /** The verifier's signed verdict that opened it; null where it was written into the form. */
  auditId: string | null;
  /** Why the verifier has taken that verdict back; null while they stand by it. It is decided all the same. */
  takenBack: string | null;
}

/** Challenges of a version, newest first. */
export async function listChallenges({ versionId }: { versionId: string }): Promise<ChallengeView[]> {
  return (await listChallengeRows(database(), { versionIds: [versionId] }, MOST)).map(toView);
}

export interface OpenChallenge extends ChallengeView {
  /**
   * It is the administrator's own, of a skill that is or was theirs, or about a seal of theirs and there is another.
   */
  leftToOthers: boolean;
}

/** Challenges that wait for a decision, those that lapse first before the others. Throws PERMISSION_DENIED. */
export async function listOpenChallenges(actor: Actor): Promise<OpenChallenge[]> {
  assertAdministrator(actor);
  const rows = await listChallengeRows(database(), { state: "open", longestFirst: true }, MOST);
  const versionIds = rows.map(({ versionId }) => versionId);
  const sealers = await mapSealers(database(), versionIds);
  return Promise.all(
    rows.map(async (row) => {
      const concerned = concernedBy(row, sealers.get(row.versionId) ?? []);
      const leftToOthers = judgesOwn(row, actor) || (await isLeftToOthers(actor, concerned));
      return { ...toView(row), leftToOthers };
    }),
  );
}

/**
 * Who would win or lose by a decision: challenger, owners and whose seals it is about; the last if there is
 * nobody else.
 */
export const concernedBy = ({ accountId, version }: ChallengeRow, sealers: readonly string[]) => [
  accountId,
  ...ownersOf(version.skill),
  ...sealers,
];

/** Whether an administrator would decide about a challenge of their own, or of a skill that is or was theirs. */
export const judgesOwn = ({ accountId, version }: ChallengeRow, actor: Actor) =>
  [accountId, ...ownersOf(version.skill)].includes(actor.accountId);

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
    standing: STANDINGS.find((each) => each === row.standing) ?? null,
    openedAt: openedAt.toISOString(),
    deadline: deadline.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    outcome: row.outcome,
    auditId: row.auditId,
    takenBack: audit?.revokedAt ? (audit.revokeReason ?? "") : null,
  };
}
