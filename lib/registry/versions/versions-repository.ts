import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
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

/** What a version calls itself; null for an unknown id. */
export async function findVersionName(
  db: Database,
  id: string,
): Promise<{ skill: string; version: string } | null> {
  const [row] = await db.$queryRaw<{ skill: string; version: string }[]>(Prisma.sql`
    SELECT "manifest" #>> '{slug}' AS "skill", "version" FROM "SkillVersions" WHERE "id" = ${id}`);
  return row ?? null;
}
