import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const OWN = {
  id: true,
  version: true,
  vettingStatus: true,
  packageDigest: true,
  priceLamports: true,
  createdAt: true,
  publishedAt: true,
  yankedAt: true,
  skill: { select: { slug: true, calls7d: true, callsTotal: true, downloads7d: true, downloadsTotal: true } },
} satisfies Prisma.SkillVersionSelect;

export type OwnVersionRow = Prisma.SkillVersionGetPayload<{ select: typeof OWN }>;

/** The newest version of each skill of an account, whatever its vetting said. */
export function listNewestOwnVersions(
  db: Database,
  accountId: string,
  limit: number,
): Promise<OwnVersionRow[]> {
  return db.skillVersion.findMany({
    where: { skill: { ownerId: accountId } },
    distinct: ["skillId"],
    orderBy: [{ skillId: "desc" }, { createdAt: "desc" }],
    take: limit,
    select: OWN,
  });
}

/** Lamports that settled to the given wallets, and how many calls that were. */
export async function sumSettledTo(
  db: Database,
  addresses: readonly string[],
): Promise<{ calls: number; lamports: bigint }> {
  const { _count, _sum } = await db.settlement.aggregate({
    where: { payeeAddress: { in: [...addresses] }, orphanedAt: null },
    _count: true,
    _sum: { creatorLamports: true },
  });
  return { calls: _count, lamports: _sum.creatorLamports ?? 0n };
}

export async function listWalletAddresses(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.wallet.findMany({ where: { accountId }, select: { address: true } });
  return rows.map((row) => row.address);
}
