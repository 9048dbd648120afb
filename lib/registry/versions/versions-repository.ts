import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { PackageFileRow } from "@/lib/registry/views";
import type { SkillManifest } from "@/lib/skill-format";

const STORED = {
  id: true,
  version: true,
  versionScheme: true,
  vettingStatus: true,
  packageDigest: true,
  priceLamports: true,
  payeeAddress: true,
  publishedAt: true,
  yankedAt: true,
} satisfies Prisma.SkillVersionSelect;

export type StoredVersionRow = Omit<
  Prisma.SkillVersionGetPayload<{ select: typeof STORED }>,
  "priceLamports"
> & { priceLamports: bigint };

/** All versions of a skill, oldest first. */
export async function listStoredVersions(db: Database, skillId: string): Promise<StoredVersionRow[]> {
  const rows = await db.skillVersion.findMany({
    where: { skillId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: STORED,
  });
  return rows.map((row) => ({ ...row, priceLamports: BigInt(row.priceLamports.toFixed(0)) }));
}

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
  packageSizeBytes: number;
  archiveDigest: string;
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
    priceLamports,
    ...columns
  } = version;
  const data: Column = {
    ...columns,
    priceLamports: priceLamports.toString(),
    manifest,
    dialectReports,
    examples,
    inputSchema: toJson(inputSchema),
    outputSchema: toJson(outputSchema),
    authorAgent: toJson(authorAgent),
    tools: toJson(tools),
  };
  await db.skillVersion.create({ data, select: { id: true } });
}

/** Versions stay, and who uploaded them is not known any more. */
export async function clearUploader(db: Database, accountId: string): Promise<void> {
  await db.skillVersion.updateMany({ where: { uploadedById: accountId }, data: { uploadedById: null } });
}

const toJson = (value: object | null) => (value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject));

export async function insertFiles(
  db: Database,
  versionId: string,
  files: readonly PackageFileRow[],
): Promise<void> {
  await db.packageFile.createMany({ data: files.map((file) => ({ versionId, ...file })) });
}

const RELEASED = {
  id: true,
  skillId: true,
  version: true,
  versionChange: true,
  vettingStatus: true,
  packageDigest: true,
  priceLamports: true,
  runtimeLanguage: true,
  convertsTo: true,
  manifest: true,
  publishedAt: true,
  yankedAt: true,
  examplesTotal: true,
  runnable: true,
  skill: {
    select: {
      slug: true,
      ownerId: true,
      claimStatus: true,
      quarantinedAt: true,
      owner: { select: { username: true } },
      agentIdentity: { select: { name: true } },
    },
  },
} satisfies Prisma.SkillVersionSelect;

export type ReleasedVersion = Omit<Prisma.SkillVersionGetPayload<{ select: typeof RELEASED }>, "manifest"> & {
  manifest: SkillManifest;
};

export async function findVersion(db: Database, id: string): Promise<ReleasedVersion | null> {
  const row = await db.skillVersion.findUnique({ where: { id }, select: RELEASED });
  return row && { ...row, manifest: row.manifest as unknown as SkillManifest };
}

export function findVersionId(
  db: Database,
  skillId: string,
  version: string,
): Promise<{ id: string } | null> {
  return db.skillVersion.findUnique({
    where: { skillId_version: { skillId, version } },
    select: { id: true },
  });
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

export function findVersionDuty(db: Database, id: string) {
  return db.skillVersion.findUnique({
    where: { id },
    select: {
      versionChange: true,
      requiredBump: true,
      differences: true,
      previousVersion: { select: { version: true } },
      auditCarriedFrom: { select: { version: true } },
      auditAskedAt: true,
    },
  });
}

/** What a version calls itself; null for an unknown id. */
export async function findVersionName(
  db: Database,
  id: string,
): Promise<{ skill: string; version: string } | null> {
  const [row] = await db.$queryRaw<{ skill: string; version: string }[]>(Prisma.sql`
    SELECT "manifest" #>> '{slug}' AS "skill", "version" FROM "SkillVersions" WHERE "id" = ${id}`);
  return row ?? null;
}
