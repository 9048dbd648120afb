import type { Database } from "@/lib/db/client";

/** More wallets than these nobody links to an account; one that does is asked for the oldest of them. */
const MAX_WALLETS = 100;

/** The account that a wallet is linked to; null for none. */
export async function findAccountOfWallet(db: Database, address: string): Promise<string | null> {
  return (await db.wallet.findUnique({ where: { address } }))?.accountId ?? null;
}

/** The signed texts in force of a wallet and of the wallets of an account; either may be null. */
export async function listTextsInForce(
  db: Database,
  { payerAddress, accountId }: { payerAddress: string | null; accountId: string | null },
): Promise<{ payerAddress: string; payload: string }[]> {
  const wallets =
    accountId === null
      ? []
      : await db.wallet.findMany({ where: { accountId }, orderBy: { createdAt: "asc" }, take: MAX_WALLETS });
  const addresses = [
    ...wallets.map(({ address }) => address),
    ...(payerAddress === null ? [] : [payerAddress]),
  ];
  if (addresses.length === 0) return [];
  return db.spendingLimit.findMany({
    where: { payerAddress: { in: addresses }, endedAt: null },
    select: { payerAddress: true, payload: true },
  });
}

/** What a version is called. */
export async function findVersionName(
  db: Database,
  versionId: string,
): Promise<{ skill: string; version: string } | null> {
  const found = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: { version: true, skill: { select: { slug: true } } },
  });
  return found && { skill: found.skill.slug, version: found.version };
}
