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

export async function listWalletAddresses(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.wallet.findMany({ where: { accountId }, select: { address: true } });
  return rows.map((row) => row.address);
}
