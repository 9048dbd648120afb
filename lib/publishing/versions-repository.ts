import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { PackageFileRow } from "@/lib/registry/views";
import type { CallFacts } from "@/lib/running/run-facts";
import { spellingsOf } from "@/lib/skill-format";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

/** Raised with what manifests hold, or what is read of the package beside them: the worker then reads those anew that were stored before. */
export const MANIFEST_EDITION = 6;

type Column = Prisma.SkillVersionUncheckedCreateInput;

/** A row to be written; amounts as bigint, documents as they are in our code. */
export interface NewVersion {
  id: string;
  skillId: string;
  version: string;
  versionScheme: string;
  versionChange: string;
  previousVersionId: string | null;
  auditCarriedFromId: string | null;
  requiredBump: string | null;
  differences: object[];
  trustLevel: "sandbox" | "community";
  packageDigest: string;
  contentDigest: string | null;
  contentSketch: number[];
  contentBands: number[];
  packageSizeBytes: number;
  archiveDigest: string;
  iconDigest: string | null;
  skillMd: string;
  manifest: object;
  dialectReports: object[];
  dialects: string[];
  spec: string;
  examples: object[];
  examplesTotal: number;
  inputSchema: object | null;
  outputSchema: object | null;
  runtimeLanguage: string | null;
  entryPoint: string | null;
  timeoutMs: number;
  runnable: boolean;
  obstacles: CallObstacle[];
  ranAt: Date | null;
  tools: object[] | null;
  convertsTo: string[];
  priceLamports: bigint;
  payeeAddress: string | null;
  authorAgent: object | null;
  changelog: string | null;
  license: string | null;
  auditAskedAt: Date | null;
  /** Account that answers for the skill now; null for a draft nobody has claimed. */
  publisherId: string | null;
  /** Account that uploads it: the same, or one that maintains the skill. */
  uploadedById: string | null;
  createdAt: Date;
}

/** Violates the unique (skill, version) when another upload stored this number first. */
export async function insertVersion(db: Database, version: NewVersion): Promise<void> {
  const {
    manifest,
    dialectReports,
    examples,
    inputSchema,
    outputSchema,
    authorAgent,
    tools,
    obstacles,
    priceLamports,
    ...columns
  } = version;
  const data: Column = {
    ...columns,
    priceLamports: priceLamports.toString(),
    manifest,
    manifestEdition: MANIFEST_EDITION,
    dialectReports,
    examples,
    inputSchema: toJson(inputSchema),
    outputSchema: toJson(outputSchema),
    authorAgent: toJson(authorAgent),
    tools: toJson(tools),
    obstacles: obstacles as unknown as Prisma.InputJsonValue,
  };
  await db.skillVersion.create({ data, select: { id: true } });
}

const toJson = (value: object | null) => (value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject));

export async function insertFiles(
  db: Database,
  versionId: string,
  files: readonly PackageFileRow[],
): Promise<void> {
  await db.packageFile.createMany({ data: files.map((file) => ({ versionId, ...file })) });
}

/**
 * True when the version was in the state `from`; a decision made twice changes nothing the second time, and nothing is
 * decided about a version that was withdrawn.
 */
export async function setVettingStatus(
  db: Database,
  id: string,
  change: {
    from: "pending" | "caution" | "rejected";
    to: "approved" | "caution" | "rejected";
    publishedAt?: Date;
  },
): Promise<boolean> {
  const { from, to, publishedAt } = change;
  const data = { vettingStatus: to, ...(publishedAt === undefined ? {} : { publishedAt }) };
  const where = { id, vettingStatus: from, yankedAt: null };
  return (await db.skillVersion.updateMany({ where, data })).count === 1;
}

/** The latest published version of each of these skills that has one, by slug. */
export async function findPublishedVersionId(
  db: Database,
  slugs: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.skill.findMany({
    where: { slug: { in: [...slugs] }, latestVersionId: { not: null } },
    select: { slug: true, latestVersionId: true },
  });
  return new Map(rows.flatMap((row) => (row.latestVersionId ? [[row.slug, row.latestVersionId]] : [])));
}

export async function findWalletAccount(db: Database, address: string): Promise<string | null> {
  const row = await db.wallet.findUnique({ where: { address }, select: { accountId: true } });
  return row?.accountId ?? null;
}

/** Those of the versions that nobody has sealed yet. */
export async function withoutSeal(db: Database, versionIds: readonly string[]): Promise<string[]> {
  const rows = await db.skillVersion.findMany({
    where: { id: { in: [...versionIds] }, audits: { none: { verdict: "seal" } } },
    select: { id: true },
  });
  return rows.map((row) => row.id);
}

export interface OldManifest extends Pick<CallFacts, "priceLamports" | "ranAt"> {
  id: string;
  skillId: string;
  archiveDigest: string;
  packageDigest: string;
  manifest: object;
}

/** Versions whose manifest is of an older edition, the newest first: what is listed is read before what was. */
export async function listOldManifests(db: Database, limit: number): Promise<OldManifest[]> {
  const rows = await db.skillVersion.findMany({
    where: { manifestEdition: { lt: MANIFEST_EDITION }, erasedAt: null },
    select: {
      id: true,
      skillId: true,
      archiveDigest: true,
      packageDigest: true,
      manifest: true,
      priceLamports: true,
      skill: { select: { askedLamports: true } },
      ranAt: true,
    },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: limit,
  });
  return rows.map(({ skill, ...row }) => ({
    ...row,
    manifest: row.manifest as object,
    priceLamports: BigInt((skill.askedLamports ?? row.priceLamports).toFixed(0)),
  }));
}

/**
 * Stores a manifest of the present edition, what a version has in common with its copies, and whether it can be called.
 */
export async function setManifest(
  db: Database,
  id: string,
  {
    obstacles,
    tools,
    ...columns
  }: Pick<
    NewVersion,
    "manifest" | "contentDigest" | "contentSketch" | "contentBands" | "tools" | "runnable" | "obstacles"
  >,
): Promise<void> {
  const data = {
    ...columns,
    tools: toJson(tools),
    obstacles: obstacles as unknown as Prisma.InputJsonValue,
    manifestEdition: MANIFEST_EDITION,
  };
  await db.skillVersion.update({ where: { id }, data, select: { id: true } });
}

/** The version that is meant (`spellingsOf`); one that is written as asked for goes first. */
export async function findVersionId(
  db: Database,
  skillId: string,
  version: string,
): Promise<{ id: string } | null> {
  const where = { skillId, version: { in: spellingsOf(version) } };
  const found = await db.skillVersion.findMany({ where, select: { id: true, version: true } });
  return found.find((each) => each.version === version) ?? found[0] ?? null;
}

export interface StandingVersion {
  id: string;
  version: string;
  packageDigest: string;
  published: boolean;
  skillId: string;
  slug: string;
}

/** Every version of an owner's skills that is not withdrawn, published or not, held until the transaction ends. */
export function lockStandingVersions(db: Database, ownerId: string): Promise<StandingVersion[]> {
  return db.$queryRaw<StandingVersion[]>`
    SELECT v."id", v."version", v."package_digest" AS "packageDigest", v."published_at" IS NOT NULL AS "published",
      s."id" AS "skillId", s."slug"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE s."owner_id" = ${ownerId} AND v."yanked_at" IS NULL
    ORDER BY v."skill_id", v."created_at", v."id" FOR UPDATE OF v`;
}

/** What is on record of a version, which is held until the transaction ends. */
export async function lockYanked(
  db: Database,
  id: string,
): Promise<{ yankedAt: Date | null; yankKind: string | null }> {
  const [row] = await db.$queryRaw<{ yankedAt: Date | null; yankKind: string | null }[]>`
    SELECT "yanked_at" AS "yankedAt", "yank_kind" AS "yankKind" FROM "SkillVersions" WHERE "id" = ${id} FOR UPDATE`;
  if (!row) throw new Error(`there is no version ${id}`);
  return row;
}

/** Of a version that is held and not yanked yet. */
export async function setYanked(
  db: Database,
  id: string,
  { yankedAt, reason: yankReason, kind: yankKind }: { yankedAt: Date; reason: string; kind: string },
): Promise<void> {
  await db.skillVersion.update({
    where: { id },
    data: { yankedAt, yankReason, yankKind },
    select: { id: true },
  });
}

/** Of a version that is held and yanked: another reason, of another kind. */
export async function setYankKind(
  db: Database,
  id: string,
  { reason: yankReason, kind: yankKind }: { reason: string; kind: string },
): Promise<void> {
  await db.skillVersion.update({ where: { id }, data: { yankReason, yankKind }, select: { id: true } });
}

/**
 * As `setYanked`, for versions that are held and not yanked yet; as one parameter, since there may be more of them than
 * a statement has.
 */
export async function setAllYanked(
  db: Database,
  ids: readonly string[],
  yankedAt: Date,
  yankReason: string,
): Promise<void> {
  await db.$executeRaw`UPDATE "SkillVersions" SET "yanked_at" = ${yankedAt}, "yank_reason" = ${yankReason}
    WHERE "id" = ANY(${[...ids]}::text[])`;
}

export function findYanked(db: Database, id: string) {
  const select = {
    version: true,
    skillId: true,
    packageDigest: true,
    yankedAt: true,
    yankReason: true,
    yankKind: true,
  };
  return db.skillVersion.findUniqueOrThrow({ where: { id }, select });
}
