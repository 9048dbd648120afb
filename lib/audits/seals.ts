import {
  listSealRows,
  findAuditedVersion,
  findSigned,
  listAuditsOfAccount,
  type OwnAuditRow,
  findSealSource,
  countAuditsBy,
  listUnfoundedSeals,
  setUnfoundedNotified,
} from "@/lib/audits/audits-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import type { SealView, AuditScope, AuditMark } from "@/lib/registry/views";
import { coveredFiles, coveredList } from "@/lib/audits/review/covered-files";
import { readPairs } from "@/lib/audits/audit-duty";
import { parseStatement, VERDICTS, type Verdict } from "@/lib/audits/audit-statement";
import { DomainError } from "@/lib/kernel/errors";
import { CHECKLIST, type ChecklistItem } from "@/lib/audits/review/checklist";
import { existsUpheldPatch } from "@/lib/audits/challenges-repository";
import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import { inTransaction } from "@/lib/db/transaction";
import { mailNews } from "@/lib/log/events/notices/mail-news";
import { newsOfOwnUnfoundedSeal } from "@/lib/log/events/notices/news-of-audit-event";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/**
 * Seals, newest first: all of the market but of skills in quarantine, or those of the given versions or of one
 * verifier. Those that no longer count (expired, revoked, verifier struck off, other bytes) are listed too and say so;
 * one query.
 */
export async function listSeals(
  {
    versionIds,
    signedBy,
    limit = DEFAULT_LIMIT,
    page = 1,
  }: { versionIds?: readonly string[]; signedBy?: string; limit?: number; page?: number } = {},
  clock: Clock = systemClock,
): Promise<SealView[]> {
  const now = clock.now();
  const take = Math.min(Math.max(limit, 1), MAX_LIMIT);
  const skip = (Math.max(page, 1) - 1) * take;
  const rows = await listSealRows(database(), {
    versionIds,
    signedBy,
    now,
    skip,
    take,
  });
  return rows.map(({ seal }) => seal);
}

/** One signed audit. `counts` is true while it seals its version. */
export interface AuditView extends Omit<SealView, "auditId" | "verifierUsername"> {
  id: string;
  verdict: string;
  /** The list of the files that a seal covers, whose digest is in its statement; null where that has none. */
  coveredFiles: string | null;
  note: string | null;
  /** What was decided about each finding, the exact text whose digest is in the statement; null for older audits. */
  findings: string | null;
  revokedAt: string | null;
  revokeReason: string | null;
  payload: string;
  /** DSSE envelope, for anybody to verify offline. */
  envelope: unknown;
}

/** One public audit record. Throws AUDIT_NOT_FOUND. */
export async function getAudit(auditId: string, clock: Clock = systemClock): Promise<AuditView> {
  const now = clock.now();
  const [[row], signed] = await Promise.all([
    listSealRows(database(), { auditId, everyVerdict: true, now, take: 1 }),
    findSigned(database(), auditId),
  ]);
  if (!row || !signed) throw new DomainError("AUDIT_NOT_FOUND", "There is no audit with this id.");
  const { auditId: id, verifierUsername: _, ...seal } = row.seal;
  return {
    ...seal,
    id,
    verdict: row.verdict,
    coveredFiles: await describeCovered(seal.scope, signed),
    note: row.note,
    findings: signed.findings,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokeReason: row.revokeReason,
    payload: signed.payload,
    envelope: signed.envelope,
  };
}

/** Packages do not change, so the list is made again from both. */
async function describeCovered(
  scope: AuditScope,
  { payload, versionId, restsOn }: NonNullable<Awaited<ReturnType<typeof findSigned>>>,
): Promise<string | null> {
  if (parseStatement(payload)?.predicate.coveredFiles === undefined) return null;
  const [base] = restsOn;
  const baseId = base === undefined ? null : await findAuditedVersion(database(), base);
  return coveredList(coveredFiles(await readPairs(database(), versionId, baseId), scope));
}

const MOST = 50;

/** One signed verdict with what its verifier wrote: the note that was signed, and why it was taken back. */
export interface SignedAuditView extends SealView {
  verdict: Verdict;
  note: string | null;
  /** What its statement says that the verifier did, and the market found; null where it says nothing of it. */
  checklist: { verifier: ChecklistItem[]; market: ChecklistItem[] } | null;
  /** When the verifier took it back, and why; null while they stand by it. */
  revoked: { at: string; reason: string | null } | null;
}

/**
 * Everything verifiers have signed about a version and about the one whose audit it carries, newest first: seals,
 * requests for changes and challenges alike. All of it is public; only a seal can count. One query.
 */
export async function listSignedAudits(
  versionId: string,
  clock: Clock = systemClock,
): Promise<SignedAuditView[]> {
  const now = clock.now();
  const rows = await listSealRows(database(), {
    standingFor: versionId,
    everyVerdict: true,
    now,
    take: MOST,
  });
  return rows.map((row) => ({
    ...row.seal,
    verdict: VERDICTS.find((verdict) => verdict === row.verdict) ?? "changes_requested",
    note: row.note,
    checklist: readChecklist(row.payload),
    revoked: row.revokedAt === null ? null : { at: row.revokedAt.toISOString(), reason: row.revokeReason },
  }));
}

function readChecklist(payload: string): SignedAuditView["checklist"] {
  const said = parseStatement(payload)?.predicate.checklist;
  if (!said) return null;
  const known = (items: readonly string[]) => CHECKLIST.filter((item) => items.includes(item));
  return { verifier: known(said.verifier), market: known(said.market) };
}

const PAGE_SIZE = 50;

/** An audit of one's own, moments as text. */
export type OwnAudit = Omit<OwnAuditRow, "issuedAt" | "revokedAt"> & {
  issuedAt: string;
  revokedAt: string | null;
};

/** What the verifier has signed, newest first; `more` was signed before what the page shows. */
export async function listOwnAudits(
  accountId: string,
  page = 1,
): Promise<{ audits: OwnAudit[]; more: boolean }> {
  const span = { skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE + 1 };
  const rows = await listAuditsOfAccount(database(), accountId, span);
  const audits = rows.slice(0, PAGE_SIZE).map(({ issuedAt, revokedAt, ...row }) => ({
    ...row,
    issuedAt: issuedAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  }));
  return { audits, more: rows.length > PAGE_SIZE };
}

/**
 * The version whose audit a patch of this one carries (docs/dialects/differences.md): the one whose seal makes this one
 * Audited. Null when it is not Audited, and when a challenge of a patch that carries that audit was upheld: withdrawn
 * and published again under the next number, it would carry it once more.
 */
export async function findCarriedAudit(db: Database, versionId: string, now: Date): Promise<string | null> {
  const source = await findSealSource(db, versionId, now);
  return source !== null && (await existsUpheldPatch(db, source)) ? null : source;
}

/**
 * Whether one of some accounts, or a wallet that signs in to it, has signed an audit, not revoked since, of any version
 * of a skill, or of any skill of an owner.
 */
export async function hasSigned(
  db: Database,
  by: { accountIds: readonly string[]; of: { id: string } | { ownerId: string } },
): Promise<boolean> {
  return (await countAuditsBy(db, by)) > 0;
}

const MOST_AT_ONCE = 100;

/**
 * Tells owner and verifier, once, of each seal that covers a difference and rests on no other: it counts for nothing,
 * since nobody has read the rest. None is signed any more; those there are were signed before statements named their
 * base. Each has its entry in the log. Returns how many were told of now.
 */
export async function notifyUnfoundedSeals(): Promise<number> {
  const now = systemClock.now();
  const seals = await listUnfoundedSeals(database(), now, MOST_AT_ONCE);
  for (const { auditId, versionId, slug, version, packageDigest, verifierAccountId, verifier } of seals) {
    await inTransaction(async (db) => {
      if (!(await setUnfoundedNotified(db, auditId, now))) return;
      const data = { auditId, slug, version, packageDigest, verifier };
      const actor = "operator";
      await recordAuditEvent(db, { kind: "audit:unfounded", subjectId: versionId, actor, data }, now);
      const news = newsOfOwnUnfoundedSeal({ slug, version });
      await mailNews(db, news, { of: { accountId: verifierAccountId }, actor, now });
    });
  }
  return seals.length;
}

/** An audit mark as every document of the agent API names its members. */
export function toAuditMarkJson(mark: AuditMark | null) {
  return (
    mark && {
      scope: mark.scope,
      base_version: mark.baseVersion,
      carried_from: mark.carriedFrom,
      sealed_at: mark.sealedAt,
      verifier_name: mark.verifierName,
      verifier_address: mark.verifierAddress,
      confidential: mark.confidential,
    }
  );
}
