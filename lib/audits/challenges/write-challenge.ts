import { findChallengerFacts, insertChallenge } from "@/lib/audits/challenges/repository";
import { standingOf } from "@/lib/audits/challenges/standing";
import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import type { AuditSubject } from "@/lib/audits/repository";
import { DAY_MS } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { DECISION_DAYS } from "@/lib/identity/decision-days";
import { newId } from "@/lib/kernel/ids";
import type { AuditState } from "@/lib/registry/views";

export const MAX_CLAIM_CHARACTERS = 200;

interface Opening {
  subject: AuditSubject;
  accountId: string;
  claim: string;
  evidence: string;
  auditState: AuditState;
  /** The signed verdict that opens it; null for one written into the form. */
  auditId: string | null;
}

/**
 * Writes an open challenge, its event and its entry in the log in the caller's transaction; the version keeps its state
 * until an administrator decides. Returns its id; null when the account has an open challenge of this version.
 */
export async function writeChallenge(
  db: Database,
  { subject, accountId, claim, evidence, auditState, auditId }: Opening,
  now: Date,
): Promise<string | null> {
  const { versionId, slug, version, packageDigest } = subject;
  const id = newId("chl", now.getTime());
  const deadline = new Date(now.getTime() + DECISION_DAYS * DAY_MS);
  const standing = standingOf(await findChallengerFacts(db, { accountId, versionId }));
  const row = {
    id,
    versionId,
    accountId,
    packageDigest,
    claim,
    evidence,
    openedAt: now,
    deadline,
    auditId,
    standing,
  };
  if (!(await insertChallenge(db, row))) return null;
  const signed = auditId === null ? {} : { auditId };
  const data = { challengeId: id, slug, version, packageDigest, claim, auditState, standing, ...signed };
  await recordAuditEvent(db, { kind: "challenge:opened", subjectId: versionId, actor: accountId, data }, now);
  return id;
}
