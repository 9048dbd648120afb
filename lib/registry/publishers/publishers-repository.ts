import type { Database } from "@/lib/db/client";

export interface Publisher {
  id: string;
  username: string;
  email: string | null;
  emailVerifiedAt: Date | null;
  role: "member" | "administrator";
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
      wallets: { select: { address: true }, orderBy: { createdAt: "asc" } },
    },
  });
  return row && { ...row, wallets: row.wallets.map(({ address }) => address) };
}
