import type { Database } from "@/lib/db/client";

/** A version that the market is still at work on. */
export interface UnfinishedVersion {
  id: string;
  slug: string;
  version: string;
  /** Vetting is over, and it is listed; its examples were never replayed. */
  listed: boolean;
  since: Date;
}

/**
 * Versions that an account uploaded, or that are of its skills, while vetting is at work on them, and those listed whose
 * examples were not replayed yet; the newest first.
 */
export async function listUnfinishedVersions(
  db: Database,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<UnfinishedVersion[]> {
  const rows = await db.skillVersion.findMany({
    where: {
      AND: [
        { OR: [{ skill: { ownerId: accountId } }, { uploadedById: accountId }] },
        {
          OR: [
            { vettingStatus: "pending" },
            { publishedAt: { not: null }, examplesTotal: { gt: 0 }, examplesCheckedAt: null },
          ],
        },
      ],
      yankedAt: null,
      skill: { quarantinedAt: null },
    },
    orderBy: { createdAt: "desc" },
    take: limit,
    select: {
      id: true,
      version: true,
      publishedAt: true,
      createdAt: true,
      skill: { select: { slug: true } },
    },
  });
  return rows.map(({ id, version, publishedAt, createdAt, skill }) => ({
    id,
    version,
    slug: skill.slug,
    listed: publishedAt !== null,
    since: publishedAt ?? createdAt,
  }));
}

/** What a version declares, and what became of it; null for an unknown id. */
export async function findVersionWork(db: Database, id: string) {
  const row = await db.skillVersion.findUnique({
    where: { id },
    select: {
      examplesTotal: true,
      examplesProven: true,
      examplesCheckedAt: true,
      convertsTo: true,
      _count: { select: { exampleReplays: { where: { state: "not_run" } } } },
    },
  });
  if (!row) return null;
  const { convertsTo, _count, ...facts } = row;
  return { ...facts, platforms: convertsTo.length, notRun: _count.exampleReplays };
}

/** What a version is compared with and which audit it carries; null for an unknown id. */
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
