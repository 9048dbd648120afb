import { findListedAudit } from "@/lib/audits/challenges/repository";
import { MAX_CLAIM_CHARACTERS, writeChallenge } from "@/lib/audits/challenges/write-challenge";
import type { AuditSubject } from "@/lib/audits/repository";
import type { Database } from "@/lib/db/client";

/**
 * A verifier's signed verdict `challenge` opens a challenge in the transaction that records it, where there is a state
 * to challenge: it claims what the note begins with, and the note is its evidence. Like any other it changes nothing
 * before an administrator decides. Returns its id; null for an Unverified version, and where the verifier has an open
 * challenge of it.
 */
export async function openSignedChallenge(
  db: Database,
  signed: { auditId: string; accountId: string; subject: AuditSubject; note: string },
  now: Date,
): Promise<string | null> {
  const auditState = (await findListedAudit(db, signed.subject.versionId, now))?.auditState;
  if (auditState === undefined || auditState === "Unverified") return null;
  const { note, ...opening } = signed;
  return writeChallenge(db, { ...opening, claim: claimOf(note), evidence: note, auditState }, now);
}

/** The first line of a note, as long as a claim may be. */
export function claimOf(note: string): string {
  const line = (note.trim().split(/\r?\n/, 1)[0] ?? "").trim();
  if (line.length <= MAX_CLAIM_CHARACTERS) return line;
  const cut = line.slice(0, MAX_CLAIM_CHARACTERS - 1);
  // Not through the middle of a character that takes two units.
  return `${cut.replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}
