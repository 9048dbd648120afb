import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { MANIFEST_EDITION } from "@/lib/registry/versions/manifest-edition";
import type { PackageFileRow } from "@/lib/registry/views";

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
    manifestEdition: MANIFEST_EDITION,
    dialectReports,
    examples,
    inputSchema: toJson(inputSchema),
    outputSchema: toJson(outputSchema),
    authorAgent: toJson(authorAgent),
    tools: toJson(tools),
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
