import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { sha256Digest } from "@/lib/kernel/digest";
import { appendToLog } from "@/lib/log/transparency/append-to-log";
import {
  findUnloggedAudits,
  findUnloggedVersions,
  lockLog,
  type UnloggedAudit,
  type UnloggedVersion,
} from "@/lib/log/transparency/repository";

const MOST_AT_ONCE = 200;

/**
 * Gives versions listed and audits signed before there was a log their entries, oldest first. Each says `backfilled`
 * with the moment it tells of, and is dated when it was written: the log never claims to have seen what it did not.
 * Doing it again adds nothing. Returns how many entries were added; more than a page is left to the next time.
 */
export async function backfillLog(clock: Clock = systemClock): Promise<number> {
  const [versions, audits] = await Promise.all([
    findUnloggedVersions(database(), { limit: MOST_AT_ONCE }),
    findUnloggedAudits(database(), { limit: MOST_AT_ONCE }),
  ]);
  let added = 0;
  for (const { versionId } of versions) {
    added += await once(async (db) => {
      const [version] = await findUnloggedVersions(db, { limit: 1, versionId });
      if (version) await appendVersion(db, version, clock.now());
      return version !== undefined;
    });
  }
  for (const { auditId } of audits) {
    added += await once(async (db) => {
      const [audit] = await findUnloggedAudits(db, { limit: 1, auditId });
      if (audit) await appendAudit(db, audit, clock.now());
      return audit !== undefined;
    });
  }
  return added;
}

/** Asked again behind the log's lock: of two that fill at once, one writes the entry. */
async function once(append: (db: Database) => Promise<boolean>): Promise<number> {
  return inTransaction(async (db) => {
    await lockLog(db);
    return (await append(db)) ? 1 : 0;
  });
}

async function appendVersion(db: Database, version: UnloggedVersion, at: Date): Promise<void> {
  const { versionId, slug, number, packageDigest, versionChange, publishedAt } = version;
  await appendToLog(
    db,
    {
      kind: "version:published",
      subjectId: versionId,
      data: {
        slug,
        version: number,
        packageDigest,
        change: versionChange,
        backfilled: publishedAt.toISOString(),
      },
    },
    at,
  );
}

async function appendAudit(db: Database, audit: UnloggedAudit, at: Date): Promise<void> {
  const { auditId, versionId, slug, number, packageDigest, verdict, scope, verifier } = audit;
  const { payload, issuedAt, expiresAt, revokedAt, revokeReason } = audit;
  const common = { auditId, slug, version: number, packageDigest, verifier };
  await appendToLog(
    db,
    {
      kind: "audit:signed",
      subjectId: versionId,
      data: {
        ...common,
        verdict,
        scope,
        expiresAt: expiresAt.toISOString(),
        statementDigest: sha256Digest(payload),
        backfilled: issuedAt.toISOString(),
      },
    },
    at,
  );
  if (revokedAt === null) return;
  await appendToLog(
    db,
    {
      kind: "audit:revoked",
      subjectId: versionId,
      data: { ...common, reason: revokeReason, backfilled: revokedAt.toISOString() },
    },
    at,
  );
}
