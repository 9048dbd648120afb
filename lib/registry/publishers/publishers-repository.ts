import type { Database } from "@/lib/db/client";

export interface Publisher {
  id: string;
  username: string;
  email: string | null;
  emailVerifiedAt: Date | null;
  role: "member" | "administrator";
  /** Linked ones, the oldest first; of an organisation the one it is paid to. */
  wallets: string[];
}

/** Null for an account that was closed. */
export async function findPublisher(db: Database, accountId: string): Promise<Publisher | null> {
  const row = await db.account.findUnique({
    where: { id: accountId, closedAt: null },
    select: {
      id: true,
      username: true,
      email: true,
      emailVerifiedAt: true,
      role: true,
      payeeAddress: true,
      wallets: { select: { address: true }, orderBy: { createdAt: "asc" } },
    },
  });
  if (!row) return null;
  const { wallets, payeeAddress, ...account } = row;
  const addresses = wallets.map(({ address }) => address);
  return { ...account, wallets: payeeAddress === null ? addresses : [payeeAddress] };
}
