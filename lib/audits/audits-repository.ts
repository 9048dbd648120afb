import {
  isOverturnedSql,
  isUnfoundedSql,
  signedBySql,
  mayCarry,
  sealSourceSql,
  sealedVersionsSql,
  sealViewSql,
} from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { executablesDigest } from "@/lib/package";
import { everMaintainersSql, publisherAccountsSql } from "@/lib/registry/publishers/publisher-sql";
import type { SealView, SkillAccess } from "@/lib/registry/views";
import { isSeenSql, isShownSql } from "@/lib/registry/access/shown-sql";

export interface AuditSubject {
  versionId: string;
  skillId: string;
  /** Who is given its files. */
  access: SkillAccess;
  slug: string;
  version: string;
  packageDigest: string;
  payeeAddress: string | null;
  /** Account that signs in with that wallet now; the publisher may have taken it off their own since. */
  payeeId: string | null;
  /** Account ids of who answers for the skill or maintains it, and of who did before. */
  owners: readonly string[];
  /** Wallets that sign in to the account that answers for it now, and to those that maintain it or did. */
  ownerWallets: readonly string[];
  published: boolean;
  /** Since when its owner asks for an audit; null while nobody does. */
  auditAskedAt: Date | null;
  vettingReport: string | null;
  /** Of the list of the files that may be run; null where it is not known. */
  executablesDigest: string | null;
}

const NOT_PLAIN = {
  OR: [{ isExecutable: true }, { isExecutable: null }],
} satisfies Prisma.PackageFileWhereInput;

export async function findAuditSubject(db: Database, versionId: string): Promise<AuditSubject | null> {
  const row = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: {
      id: true,
      version: true,
      packageDigest: true,
      payeeAddress: true,
      publishedAt: true,
      auditAskedAt: true,
      skill: { select: { id: true, slug: true, access: true, askedLamports: true, payeeAddress: true } },
      files: { where: NOT_PLAIN, select: { path: true, isExecutable: true } },
      vettingJobs: { orderBy: { createdAt: "desc" }, take: 1, select: { reportDigest: true } },
    },
  });
  const address = row && (row.skill.askedLamports === null ? row.payeeAddress : row.skill.payeeAddress);
  const payee = address && (await db.wallet.findUnique({ where: { address }, select: { accountId: true } }));
  return (
    row && {
      versionId: row.id,
      skillId: row.skill.id,
      access: row.skill.access,
      slug: row.skill.slug,
      version: row.version,
      packageDigest: row.packageDigest,
      payeeAddress: address,
      payeeId: payee ? payee.accountId : null,
      ...(await findOwners(db, row.skill.id)),
      published: row.publishedAt !== null,
      auditAskedAt: row.auditAskedAt,
      vettingReport: row.vettingJobs[0]?.reportDigest ?? null,
      executablesDigest: digestOfExecutables(row.files),
    }
  );
}

/**
 * Who answers for a skill, maintains it or acts for its owner, and who did before: whoever worked on it once does not
 * judge it later. One query.
 */
async function findOwners(
  db: Database,
  skillId: string,
): Promise<Pick<AuditSubject, "owners" | "ownerWallets">> {
  const [row] = await db.$queryRaw<Pick<AuditSubject, "owners" | "ownerWallets">[]>(Prisma.sql`
    SELECT array_remove(${publisherAccountsSql}, NULL) AS "owners", ARRAY(SELECT w."address" FROM "Wallets" w
      WHERE w."account_id" = s."owner_id" OR w."account_id" = ANY(${everMaintainersSql(Prisma.sql`s."id"`)})) AS "ownerWallets"
    FROM "Skills" s WHERE s."id" = ${skillId}`);
  return row ?? { owners: [], ownerWallets: [] };
}

/** Of the files that may be run, and of those of which it is not known. */
function digestOfExecutables(
  files: readonly { path: string; isExecutable: boolean | null }[],
): string | null {
  if (files.some(({ isExecutable }) => isExecutable === null)) return null;
  return executablesDigest(files.map(({ path }) => path));
}

export async function insertAudit(db: Database, audit: Prisma.AuditUncheckedCreateInput): Promise<void> {
  await db.audit.create({ data: audit });
}

/** The signed text of an audit. Throws when there is no such audit. */
export async function findAuditPayload(db: Database, id: string): Promise<string> {
  return (await db.audit.findUniqueOrThrow({ where: { id }, select: { payload: true } })).payload;
}

export async function insertAuditEvent(db: Database, event: Prisma.EventUncheckedCreateInput): Promise<void> {
  await db.event.create({ data: event });
}

/** What was signed, and what it is about; null for an unknown id. */
export function findSigned(db: Database, id: string) {
  return db.audit.findUnique({
    where: { id },
    select: { versionId: true, payload: true, envelope: true, findings: true, restsOn: true },
  });
}

/** The version that an audit is about. Throws when there is no such audit. */
export async function findAuditedVersion(db: Database, id: string): Promise<string> {
  return (await db.audit.findUniqueOrThrow({ where: { id }, select: { versionId: true } })).versionId;
}

export function findRevocable(db: Database, auditId: string) {
  return db.audit.findUnique({
    where: { id: auditId },
    select: {
      versionId: true,
      verdict: true,
      verifier: { select: { accountId: true, address: true } },
      version: { select: { version: true, packageDigest: true, skill: { select: { slug: true } } } },
    },
  });
}

/** False when it was revoked before: the first moment and reason stand. */
export async function setAuditRevoked(
  db: Database,
  auditId: string,
  { at, reason }: { at: Date; reason: string },
): Promise<boolean> {
  const { count } = await db.audit.updateMany({
    where: { id: auditId, revokedAt: null },
    data: { revokedAt: at, revokeReason: reason },
  });
  return count === 1;
}

/** Audits of a skill, or of all of an owner, that stand, by the accounts or by wallets that sign in to them. */
export async function countAuditsBy(
  db: Database,
  { accountIds, of }: { accountIds: readonly string[]; of: { id: string } | { ownerId: string } },
): Promise<number> {
  const accountId = { in: [...accountIds] };
  const wallets = await db.wallet.findMany({ where: { accountId }, select: { address: true } });
  const address = { in: wallets.map((wallet) => wallet.address) };
  const verifier = { OR: [{ accountId }, { address }] };
  return db.audit.count({ where: { verifier, version: { skill: of }, revokedAt: null } });
}

export interface OwnAuditRow {
  id: string;
  slug: string;
  version: string;
  verdict: string;
  issuedAt: Date;
  revokedAt: Date | null;
  /** A seal that a challenge, upheld since, has ended. */
  overturned: boolean;
  /** A seal of a difference that rests on no other: it counts for nothing. */
  unfounded: boolean;
}

/** What an account has signed, newest first. */
export function listAuditsOfAccount(
  db: Database,
  accountId: string,
  { skip, take }: { skip: number; take: number },
): Promise<OwnAuditRow[]> {
  return db.$queryRaw<OwnAuditRow[]>(Prisma.sql`
    SELECT a."id", s."slug", c."version", a."verdict", a."issued_at" AS "issuedAt", a."revoked_at" AS "revokedAt",
      a."verdict" = 'seal' AND ${isOverturnedSql} AS "overturned", ${isUnfoundedSql} AS "unfounded"
    FROM "Audits" a JOIN "SkillVersions" c ON c."id" = a."version_id" JOIN "Skills" s ON s."id" = c."skill_id"
    WHERE ${signedBySql(accountId)} ORDER BY a."issued_at" DESC, a."id" DESC LIMIT ${take} OFFSET ${skip}`);
}

const { sql } = Prisma;

/** What the public sees of a signed audit, with what its verifier wrote. */
interface SignedAuditRow {
  seal: SealView;
  verdict: string;
  note: string | null;
  revokedAt: Date | null;
  revokeReason: string | null;
  /** The signed statement; empty where seals alone are asked for. */
  payload: string;
}

interface WhichSeals {
  auditId?: string;
  versionIds?: readonly string[] | undefined;
  /**
   * Those that a version may stand on: its own, and those of the version whose audit it carries, while it may.
   */
  standingFor?: string;
  /** What an account has signed, under any enrolment of its own. */
  signedBy?: string | undefined;
  /** Requests for changes and challenges too. */
  everyVerdict?: boolean;
  now: Date;
  skip?: number;
  take: number;
}

/**
 * Seals of the given versions, of one verifier, or of all published versions, newest first, whether they still count or
 * not, as far as the present reader sees the skill. Those of a skill in quarantine are left out of the last; what a verifier has signed stays on their record. One
 * query, which reads of the seals before the page what decides their place and nothing else.
 */
export function listSealRows(
  db: Database,
  { everyVerdict = false, now, skip = 0, take, ...which }: WhichSeals,
): Promise<SignedAuditRow[]> {
  return db.$queryRaw<SignedAuditRow[]>(sql`
    WITH page AS MATERIALIZED (
      SELECT a."id" FROM "Audits" a WHERE ${everyVerdict ? sql`TRUE` : sql`a."verdict" = 'seal'`} AND ${whichSeals(which)}
      ORDER BY a."issued_at" DESC, a."id" DESC LIMIT ${take} OFFSET ${skip})
    SELECT ${sealViewSql(now)} AS "seal", a."verdict", a."note", a."revoked_at" AS "revokedAt", a."revoke_reason" AS "revokeReason",
      ${everyVerdict ? sql`a."payload"` : sql`''`} AS "payload"
    FROM page JOIN "Audits" a ON a."id" = page."id" JOIN "Verifiers" f ON f."id" = a."verifier_id"
    JOIN "SkillVersions" c ON c."id" = a."version_id" JOIN "Skills" s ON s."id" = c."skill_id"
    WHERE ${isSeenSql()} ORDER BY a."issued_at" DESC, a."id" DESC`);
}

function whichSeals({
  auditId,
  versionIds,
  standingFor,
  signedBy,
}: Omit<WhichSeals, "take" | "now">): Prisma.Sql {
  if (auditId !== undefined) return sql`a."id" = ${auditId}`;
  if (versionIds) return sql`a."version_id" = ANY(${[...versionIds]}::text[])`;
  if (standingFor !== undefined) {
    return sql`a."version_id" IN (SELECT ${standingFor} UNION ALL SELECT v."audit_carried_from_id" FROM "SkillVersions" v
      WHERE v."id" = ${standingFor} AND ${mayCarry})`;
  }
  return signedBy === undefined ? notQuarantined : signedBySql(signedBy);
}

/** Few skills are in quarantine, so that this is found out for all seals at once. */
const notQuarantined = sql`NOT EXISTS (SELECT 1 FROM "Skills" q JOIN "SkillVersions" w ON w."skill_id" = q."id"
  WHERE NOT ${isShownSql(sql`q`)} AND w."id" = a."version_id")`;

/** A version that a seal of its own makes Audited: what the next one can be read against. */
export interface SealedVersion {
  versionId: string;
  skillId: string;
  version: string;
  createdAt: Date;
  packageDigest: string;
  /** The seal, and those it rests on in turn. */
  auditId: string;
  restsOn: string[];
  expiresAt: Date;
}

export function listSealedVersions(
  db: Database,
  skillIds: readonly string[],
  now: Date,
): Promise<SealedVersion[]> {
  return db.$queryRaw<SealedVersion[]>(sealedVersionsSql(skillIds, now));
}

/** The version whose seal makes this one Audited: itself, or the one whose audit it carries; null for neither. */
export async function findSealSource(db: Database, versionId: string, now: Date): Promise<string | null> {
  const [row] = await db.$queryRaw<{ source: string | null }[]>(sql`
    SELECT ${sealSourceSql(now)} AS "source" FROM "SkillVersions" v WHERE v."id" = ${versionId}`);
  return row?.source ?? null;
}

interface UnfoundedSeal {
  auditId: string;
  versionId: string;
  slug: string;
  version: string;
  packageDigest: string;
  verifierAccountId: string;
  verifier: string;
}

/** Seals of a difference that rest on nothing, and would count otherwise, that nobody was told of yet. */
export function listUnfoundedSeals(db: Database, now: Date, limit: number): Promise<UnfoundedSeal[]> {
  return db.$queryRaw<UnfoundedSeal[]>(sql`
    SELECT a."id" AS "auditId", v."id" AS "versionId", s."slug", v."version", a."package_digest" AS "packageDigest",
      f."account_id" AS "verifierAccountId", f."address" AS "verifier"
    FROM "Audits" a JOIN "Verifiers" f ON f."id" = a."verifier_id"
    JOIN "SkillVersions" v ON v."id" = a."version_id" JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE ${isUnfoundedSql} AND a."unfounded_at" IS NULL AND a."revoked_at" IS NULL AND a."expires_at" > ${now}
    ORDER BY a."issued_at", a."id" LIMIT ${limit}`);
}

/** False when they were told before: the first time stands. */
export async function setUnfoundedNotified(db: Database, id: string, at: Date): Promise<boolean> {
  const where = { id, unfoundedAt: null };
  return (await db.audit.updateMany({ where, data: { unfoundedAt: at } })).count === 1;
}
