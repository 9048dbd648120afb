import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { ListedFile } from "@/lib/audits/review/covered-files";
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
      examplesTotal: true,
      examplesProven: true,
      versionChange: true,
      differences: true,
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

interface ReservationRow {
  verifierId: string;
  expiresAt: Date;
}

export function findReservation(db: Database, versionId: string, now: Date): Promise<ReservationRow | null> {
  return db.reviewClaim.findFirst({
    where: { versionId, expiresAt: { gt: now } },
    select: { verifierId: true, expiresAt: true },
  });
}

/** What an account's verifier has reserved, the reservation that ends first at the head. */
export async function listReservationsOfAccount(
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
export async function takeReservation(
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

export async function deleteReservation(
  db: Database,
  { versionId, verifierId }: { versionId: string; verifierId: string },
): Promise<void> {
  await db.reviewClaim.deleteMany({ where: { versionId, verifierId } });
}

export async function listMarks(db: Database, versionId: string, verifierId: string): Promise<string[]> {
  const rows = await db.reviewMark.findMany({ where: { versionId, verifierId }, select: { item: true } });
  return rows.map(({ item }) => item);
}

/** The files of a package, as their digests and modes name them. */
export function listPackageFiles(db: Database, versionId: string): Promise<ListedFile[]> {
  return db.packageFile.findMany({
    where: { versionId },
    select: { path: true, sha256: true, isExecutable: true },
  });
}

/** Keeps several marks of a verifier, or takes them back, at once. */
export async function setMarks(
  db: Database,
  { items, ...mark }: { versionId: string; verifierId: string; items: readonly string[]; markedAt: Date },
  marked: boolean,
): Promise<void> {
  const { versionId, verifierId } = mark;
  if (marked)
    await db.reviewMark.createMany({ data: items.map((item) => ({ ...mark, item })), skipDuplicates: true });
  else await db.reviewMark.deleteMany({ where: { versionId, verifierId, item: { in: [...items] } } });
}

/** The verifier's newest audit of exactly this package; null when there is none. */
export async function findOwnAudit(
  db: Database,
  { versionId, verifierId, packageDigest }: { versionId: string; verifierId: string; packageDigest: string },
) {
  const own = await db.audit.findFirst({
    where: { versionId, verifierId, packageDigest, revokedAt: null },
    orderBy: { issuedAt: "desc" },
    select: {
      id: true,
      verdict: true,
      restsOn: true,
      signature: true,
      issuedAt: true,
      challenge: { select: { state: true } },
    },
  });
  if (!own) return null;
  const [id] = own.restsOn;
  const base =
    id === undefined
      ? null
      : await db.audit.findUnique({ where: { id }, select: { version: { select: { version: true } } } });
  return { ...own, baseVersion: base?.version.version ?? null };
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
