import { auditFactsSql } from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { DecisionRow } from "@/lib/audits/review/reviewed-findings";
import { FINDINGS } from "@/lib/db/finding-columns";
import type { FindingView } from "@/lib/registry/views";

/** Everything a verifier has before them: package, findings, manifest, differences, examples and the version before. */
export function findReviewMaterial(db: Database, versionId: string) {
  return db.skillVersion.findUnique({
    where: { id: versionId },
    select: {
      manifest: true,
      archiveDigest: true,
      packageDigest: true,
      differences: true,
      examplesTotal: true,
      examplesProven: true,
      previousVersionId: true,
      examplesCheckedAt: true,
      authorAgent: true,
      skill: { select: { owner: { select: { username: true } }, _count: { select: { versions: true } } } },
      exampleReplays: { orderBy: { position: "asc" }, select: { position: true, state: true, wallMs: true } },
      examples: true,
      bonds: { where: { state: "locked" }, select: { amountLamports: true, requiredLamports: true } },
    },
  });
}

/**
 * The newest version of the same skill before this one that a seal of its own makes Audited; null when there is none. A
 * patch that carries the audit of another has been read by nobody.
 */
export async function findLastAudited(db: Database, versionId: string, now: Date): Promise<string | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>(Prisma.sql`
    SELECT v."id" FROM "SkillVersions" v JOIN "SkillVersions" n ON n."skill_id" = v."skill_id" AND n."id" = ${versionId}
    JOIN "Skills" s ON s."id" = v."skill_id" ${auditFactsSql("d", now)}
    WHERE v."id" <> n."id" AND v."created_at" < n."created_at" AND d.sealed_by = v."id"
    ORDER BY v."created_at" DESC LIMIT 1`);
  return row?.id ?? null;
}

export function findBase(db: Database, versionId: string) {
  return db.skillVersion.findUnique({
    where: { id: versionId },
    select: {
      id: true,
      version: true,
      manifest: true,
      archiveDigest: true,
      packageDigest: true,
    },
  });
}

/** What a version is compared with: the last audited one, else the release before; null for a first release. */
export async function findBaseId(db: Database, versionId: string, now: Date): Promise<string | null> {
  const audited = await findLastAudited(db, versionId, now);
  if (audited !== null) return audited;
  const row = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: { previousVersionId: true },
  });
  return row?.previousVersionId ?? null;
}

export interface ComparisonRow {
  position: number;
  beforeState: string;
  afterState: string;
  beforeMs: number | null;
  afterMs: number | null;
  outputs: string | null;
  beforeText: string | null;
  afterText: string | null;
}

/** The examples of a version as both versions answered them, in their order. */
export function listComparisons(db: Database, versionId: string, baseId: string): Promise<ComparisonRow[]> {
  return db.replayComparison.findMany({
    where: { versionId, baseId },
    orderBy: { position: "asc" },
    omit: { versionId: true, baseId: true, replayedAt: true },
  });
}

export interface ClaimRow {
  verifierId: string;
  expiresAt: Date;
}

export function findClaim(db: Database, versionId: string, now: Date): Promise<ClaimRow | null> {
  return db.reviewClaim.findFirst({
    where: { versionId, expiresAt: { gt: now } },
    select: { verifierId: true, expiresAt: true },
  });
}

/** What an account's verifier has reserved, the reservation that ends first at the head. */
export async function listClaimsOfAccount(
  db: Database,
  accountId: string,
  now: Date,
): Promise<{ versionId: string; slug: string; version: string; until: Date }[]> {
  const rows = await db.reviewClaim.findMany({
    where: { verifier: { accountId, revokedAt: null }, expiresAt: { gt: now } },
    orderBy: { expiresAt: "asc" },
    select: {
      versionId: true,
      expiresAt: true,
      version: { select: { version: true, skill: { select: { slug: true } } } },
    },
  });
  return rows.map(({ versionId, expiresAt, version: { version, skill } }) => ({
    versionId,
    slug: skill.slug,
    version,
    until: expiresAt,
  }));
}

/** True when the version was free, the verifier's already, or its reservation had run out; one statement decides. */
export async function takeClaim(
  db: Database,
  {
    versionId,
    verifierId,
    now,
    expiresAt,
  }: { versionId: string; verifierId: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  const changed = await db.$executeRaw(Prisma.sql`
    INSERT INTO "ReviewClaims" ("version_id", "verifier_id", "claimed_at", "expires_at")
    VALUES (${versionId}, ${verifierId}, ${now}, ${expiresAt})
    ON CONFLICT ("version_id") DO UPDATE SET "verifier_id" = EXCLUDED."verifier_id",
      "claimed_at" = EXCLUDED."claimed_at", "expires_at" = EXCLUDED."expires_at"
    WHERE "ReviewClaims"."expires_at" <= ${now} OR "ReviewClaims"."verifier_id" = EXCLUDED."verifier_id"`);
  return changed === 1;
}

export async function deleteClaim(
  db: Database,
  { versionId, verifierId }: { versionId: string; verifierId: string },
): Promise<void> {
  await db.reviewClaim.deleteMany({ where: { versionId, verifierId } });
}

export async function listMarks(db: Database, versionId: string, verifierId: string): Promise<string[]> {
  const rows = await db.reviewMark.findMany({ where: { versionId, verifierId }, select: { item: true } });
  return rows.map(({ item }) => item);
}

export async function setMark(
  db: Database,
  mark: { versionId: string; verifierId: string; item: string; markedAt: Date },
  marked: boolean,
): Promise<void> {
  const { versionId, verifierId, item } = mark;
  if (marked) await db.reviewMark.createMany({ data: [mark], skipDuplicates: true });
  else await db.reviewMark.deleteMany({ where: { versionId, verifierId, item } });
}

/** The verifier's newest audit of exactly this package; null when there is none. */
export function findOwnAudit(
  db: Database,
  { versionId, verifierId, packageDigest }: { versionId: string; verifierId: string; packageDigest: string },
) {
  return db.audit.findFirst({
    where: { versionId, verifierId, packageDigest, revokedAt: null },
    orderBy: { issuedAt: "desc" },
    select: {
      id: true,
      verdict: true,
      scope: true,
      signature: true,
      issuedAt: true,
      challenge: { select: { state: true } },
    },
  });
}

/** All reservations of a verifier end, and the ticks of reviews nobody will finish go. */
export async function deleteReviewsUnderWay(db: Database, verifierId: string): Promise<void> {
  await db.reviewClaim.deleteMany({ where: { verifierId } });
  await db.reviewMark.deleteMany({ where: { verifierId } });
}

/** The findings of a version's latest vetting, in the order of the report. */
export async function listFindings(db: Database, versionId: string): Promise<FindingView[]> {
  const job = await db.vettingJob.findFirst({
    where: { versionId },
    orderBy: { createdAt: "desc" },
    select: { findings: FINDINGS },
  });
  return (job?.findings ?? []) as FindingView[];
}

export function listDecisions(db: Database, versionId: string, verifierId: string): Promise<DecisionRow[]> {
  return db.findingDecision.findMany({
    where: { versionId, verifierId },
    select: { findingKey: true, decision: true, reason: true },
  });
}

/** Sets or, with null, takes back a decision. */
export async function setDecision(
  db: Database,
  place: { versionId: string; verifierId: string; findingKey: string },
  decided: { decision: string; reason: string; decidedAt: Date } | null,
): Promise<void> {
  if (decided === null) {
    await db.findingDecision.deleteMany({ where: place });
    return;
  }
  await db.findingDecision.upsert({
    where: { versionId_verifierId_findingKey: place },
    create: { ...place, ...decided },
    update: decided,
  });
}
