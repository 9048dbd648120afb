import { findListedAudit } from "@/lib/audits/challenges/repository";
import { MAX_CLAIM_CHARACTERS, writeChallenge } from "@/lib/audits/challenges/write-challenge";
import { findAuditSubject } from "@/lib/audits/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { readText } from "@/lib/kernel/read-reason";
import { shareLockAccount } from "@/lib/identity/accounts/share-lock-account";

export const MAX_EVIDENCE_CHARACTERS = 4_000;

export interface ChallengeRequest {
  accountId: string;
  versionId: string;
  /** What is wrong, in one sentence. */
  claim: string;
  /** How anybody can see it for themselves. */
  evidence: string;
}

/**
 * Somebody signed in says, with evidence, that a version does not deserve to be Optimistic or Audited. It keeps its
 * state until an administrator decides, at the latest after 14 days. Throws VERSION_NOT_FOUND, REQUEST_INVALID without
 * a claim or evidence, CHALLENGE_NOT_ALLOWED for an Unverified version, one's own, or a second open challenge.
 */
export async function openChallenge(
  request: ChallengeRequest,
  clock: Clock = systemClock,
): Promise<{ challengeId: string }> {
  const { accountId, versionId } = request;
  const claim = readText(request.claim, { name: "claim", maxCharacters: MAX_CLAIM_CHARACTERS });
  const evidence = readText(request.evidence, { name: "evidence", maxCharacters: MAX_EVIDENCE_CHARACTERS });
  const now = clock.now();
  const opened = await inTransaction(async (db) => {
    await shareLockAccount(db, accountId); // nobody takes the skill over meanwhile
    const { subject, auditState } = await getChallengeable(db, { accountId, versionId, now });
    return writeChallenge(db, { subject, accountId, claim, evidence, auditState, auditId: null }, now);
  });
  if (opened === null) throw notAllowed("You have an open challenge of this version already.");
  return { challengeId: opened };
}

async function getChallengeable(
  db: Database,
  { accountId, versionId, now }: { accountId: string; versionId: string; now: Date },
) {
  const subject = await findAuditSubject(db, versionId);
  if (!subject?.published)
    throw new DomainError("VERSION_NOT_FOUND", "There is no published version with this id.");
  if (subject.owners.includes(accountId))
    throw notAllowed(
      "Nobody challenges a skill that is or was their own: its owner can withdraw the version.",
    );
  const auditState = (await findListedAudit(db, versionId, now))?.auditState;
  if (auditState === undefined || auditState === "Unverified")
    throw notAllowed("Only Optimistic and Audited versions can be challenged; this one is Unverified.");
  return { subject, auditState };
}

const notAllowed = (message: string) => new DomainError("CHALLENGE_NOT_ALLOWED", message);
