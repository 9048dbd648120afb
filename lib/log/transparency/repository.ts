import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Node } from "@/lib/log/transparency/merkle";

const HEAD = 1;

/**
 * Takes the next numbers, and gives the first. The row stays locked until the transaction ends, so numbers follow each
 * other without gaps.
 */
export async function takeSequences(db: Database, count: number): Promise<number> {
  const { size } = await db.logHead.upsert({
    where: { id: HEAD },
    create: { id: HEAD, size: count },
    update: { size: { increment: count } },
  });
  return Number(size) - count;
}

export async function findLogSize(db: Database): Promise<number> {
  return Number((await db.logHead.findUnique({ where: { id: HEAD } }))?.size ?? 0);
}

export interface LogEntryRow {
  seq: number;
  kind: string;
  subjectId: string;
  body: string;
  leafHash: string;
  loggedAt: Date;
}

export async function insertLogEntries(
  db: Database,
  entries: readonly LogEntryRow[],
  nodes: readonly Node[],
): Promise<void> {
  await db.logEntry.createMany({
    data: entries.map((entry) => ({ ...entry, previousSeq: entry.seq === 0 ? null : entry.seq - 1 })),
  });
  await db.logNode.createMany({
    data: nodes.map(({ level, index, hash }) => ({ level, index, hash: hash.toString("hex") })),
  });
}

/** Hashes of complete subtrees, by `level/index`. One query. */
export async function findLogNodes(
  db: Database,
  places: readonly { level: number; index: number }[],
): Promise<Map<string, Buffer>> {
  if (places.length === 0) return new Map();
  const wanted = Prisma.join(places.map(({ level, index }) => Prisma.sql`(${level}::int, ${index}::bigint)`));
  const rows = await db.$queryRaw<{ level: number; index: bigint; hash: string }[]>(
    Prisma.sql`SELECT "level", "index", "hash" FROM "LogNodes" WHERE ("level", "index") IN (${wanted})`,
  );
  return new Map(rows.map(({ level, index, hash }) => [`${level}/${index}`, Buffer.from(hash, "hex")]));
}

const ENTRY = { seq: true, kind: true, subjectId: true, body: true, leafHash: true, loggedAt: true } as const;

/** Entries from number `start` on, oldest first. */
export async function listLogEntryRows(
  db: Database,
  { start, end }: { start: number; end: number },
): Promise<LogEntryRow[]> {
  const rows = await db.logEntry.findMany({
    where: { seq: { gte: start, lt: end } },
    orderBy: { seq: "asc" },
    select: ENTRY,
  });
  // The text that is hashed says whom it is about: of a private skill a digest.
  return rows.map((row) => ({ ...row, seq: Number(row.seq), subjectId: subjectOf(row.body) }));
}

const subjectOf = (body: string): string => (JSON.parse(body) as { subject: string }).subject;

const { sql } = Prisma;

export interface UnloggedVersion {
  versionId: string;
  slug: string;
  number: string;
  packageDigest: string;
  versionChange: string;
  publishedAt: Date;
}

/** Listed versions that the log does not know, oldest first. */
export function findUnloggedVersions(
  db: Database,
  { limit, versionId }: { limit: number; versionId?: string },
): Promise<UnloggedVersion[]> {
  const which = versionId === undefined ? sql`TRUE` : sql`v."id" = ${versionId}`;
  return db.$queryRaw<UnloggedVersion[]>(sql`
    SELECT v."id" AS "versionId", s."slug", v."version" AS "number", v."package_digest" AS "packageDigest",
      v."version_change" AS "versionChange", v."published_at" AS "publishedAt"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE v."published_at" IS NOT NULL AND ${which} AND NOT EXISTS (
      SELECT 1 FROM "LogEntries" e WHERE e."subject_id" = v."id" AND e."kind" = 'version:published')
    ORDER BY v."published_at", v."id" LIMIT ${limit}`);
}

export interface UnloggedAudit {
  auditId: string;
  versionId: string;
  slug: string;
  number: string;
  packageDigest: string;
  verdict: string;
  scope: string;
  verifier: string;
  payload: string;
  issuedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  revokeReason: string | null;
}

/** Signed audits that the log does not know by their id, oldest first; of a private skill it does not name them. */
export function findUnloggedAudits(
  db: Database,
  { limit, auditId }: { limit: number; auditId?: string },
): Promise<UnloggedAudit[]> {
  const which = auditId === undefined ? sql`TRUE` : sql`a."id" = ${auditId}`;
  return db.$queryRaw<UnloggedAudit[]>(sql`
    SELECT a."id" AS "auditId", v."id" AS "versionId", s."slug", v."version" AS "number",
      a."package_digest" AS "packageDigest", a."verdict", a."scope", f."address" AS "verifier", a."payload",
      a."issued_at" AS "issuedAt", a."expires_at" AS "expiresAt", a."revoked_at" AS "revokedAt",
      a."revoke_reason" AS "revokeReason"
    FROM "Audits" a JOIN "SkillVersions" v ON v."id" = a."version_id" JOIN "Skills" s ON s."id" = v."skill_id"
    JOIN "Verifiers" f ON f."id" = a."verifier_id"
    WHERE ${which} AND s."access" <> 'private' AND NOT EXISTS (SELECT 1 FROM "LogEntries" e WHERE e."subject_id" = v."id"
      AND e."kind" = 'audit:signed' AND e."body"::jsonb -> 'data' ->> 'auditId' = a."id")
    ORDER BY a."issued_at", a."id" LIMIT ${limit}`);
}

/** The places of those that are about a private skill, by the id of their subject or its name. One query. */
export async function selectPrivateSubjects(
  db: Database,
  subjects: readonly { subjectId: string; slug: string | null }[],
): Promise<ReadonlySet<number>> {
  const ids = subjects.map(({ subjectId }) => subjectId);
  const slugs = subjects.map(({ slug }) => slug);
  const rows = await db.$queryRaw<{ place: number }[]>(sql`
    SELECT (g."place" - 1)::int AS "place"
    FROM unnest(${ids}::text[], ${slugs}::text[]) WITH ORDINALITY AS g("subject", "slug", "place")
    WHERE EXISTS (SELECT 1 FROM "Skills" s WHERE s."access" = 'private' AND (s."id" = g."subject" OR s."slug" = g."slug"))
      OR EXISTS (SELECT 1 FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
        WHERE v."id" = g."subject" AND s."access" = 'private')`);
  return new Set(rows.map(({ place }) => place));
}

/** Nobody else appends to the log until this transaction ends. */
export async function lockLog(db: Database): Promise<void> {
  await db.$queryRaw(sql`SELECT 1 FROM "LogHeads" WHERE "id" = 1 FOR UPDATE`);
}
