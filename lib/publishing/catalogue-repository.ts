import type { Database } from "@/lib/db/client";

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
