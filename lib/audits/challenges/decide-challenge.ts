import {
  findChallenge,
  listChallengeRows,
  mapSealers,
  setChallengeDecided,
  type ChallengeRow,
} from "@/lib/audits/challenges/repository";
import { concernedBy, judgesOwn } from "@/lib/audits/challenges/list-challenges";
import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { newsOfOwnChallenge } from "@/lib/events/notices/news-of-audit-event";
import { mailNews } from "@/lib/events/notices/mail-news";
import { assertMayDecideSeal } from "@/lib/identity/decided-by";
import { readReason } from "@/lib/kernel/read-reason";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";

const MAX_LAPSED_AT_ONCE = 100;

export interface ChallengeDecision {
  challengeId: string;
  decision: "upheld" | "rejected";
  /** Why, for everybody to read. */
  outcome: string;
}

/**
 * An administrator decides a challenge. Upheld, it ends every seal and bond the version had until then; only a later
 * seal makes it Audited again. Throws PERMISSION_DENIED, CHALLENGE_NOT_FOUND, REQUEST_INVALID without a reason,
 * CHALLENGE_NOT_ALLOWED when it was decided before, and to its challenger and the owner of the skill,
 * DECISION_NOT_ALLOWED to whose seal it is about (`assertMayDecideSeal`).
 */
export async function decideChallenge(
  actor: Actor,
  { challengeId, decision, outcome: given }: ChallengeDecision,
  clock: Clock = systemClock,
): Promise<void> {
  assertAdministrator(actor);
  const outcome = readReason(given);
  const challenge = await findChallenge(database(), challengeId);
  if (!challenge) throw new DomainError("CHALLENGE_NOT_FOUND", "There is no challenge with this id.");
  if (judgesOwn(challenge, actor))
    throw new DomainError(
      "CHALLENGE_NOT_ALLOWED",
      "Another administrator decides: this is your own challenge, or a skill that is or was yours.",
    );
  const sealers = (await mapSealers(database(), [challenge.versionId])).get(challenge.versionId) ?? [];
  const by = await assertMayDecideSeal(database(), actor, concernedBy(challenge, sealers));
  const closing = { state: decision, outcome, actor: actor.accountId, by };
  const decided = await close(challenge, closing, clock.now());
  if (!decided) throw new DomainError("CHALLENGE_NOT_ALLOWED", "This challenge has already been decided.");
}

/** Ends challenges nobody has decided in time; the version keeps its state. Returns how many. */
export async function lapseChallenges(clock: Clock = systemClock): Promise<number> {
  const now = clock.now();
  const due = { state: "open", deadlineBefore: now };
  const challenges = await listChallengeRows(database(), due, MAX_LAPSED_AT_ONCE);
  for (const challenge of challenges)
    await close(challenge, { state: "lapsed", outcome: null, actor: "operator" }, now);
  return challenges.length;
}

function close(
  challenge: ChallengeRow,
  {
    state,
    outcome,
    actor,
    by = {},
  }: {
    state: "upheld" | "rejected" | "lapsed";
    outcome: string | null;
    actor: string;
    by?: { decidedBy?: "verifier" };
  },
  now: Date,
): Promise<boolean> {
  return inTransaction(async (db) => {
    if (!(await setChallengeDecided(db, challenge.id, { state, outcome, decidedAt: now }))) return false;
    const { version, skill } = challenge.version;
    const { id: challengeId, packageDigest, versionId: subjectId, accountId } = challenge;
    const { slug } = skill;
    const data = { challengeId, slug, version, packageDigest, state, outcome, ...by };
    await recordAuditEvent(db, { kind: "challenge:decided", subjectId, actor, data }, now);
    const news = newsOfOwnChallenge({ slug, version, state, outcome });
    await mailNews(db, news, { of: { accountId }, actor, now });
    return true;
  });
}
