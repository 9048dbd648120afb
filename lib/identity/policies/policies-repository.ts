import type { Database } from "@/lib/db/client";

export interface StoredPolicy {
  accountId: string;
  number: number;
  policy: unknown;
  isPublic: boolean;
  setAt: Date;
}

const COLUMNS = { accountId: true, number: true, policy: true, isPublic: true, setAt: true } as const;

/** The policy of an account that is in force; null where it never set one. */
export function findPolicyInForce(db: Database, accountId: string): Promise<StoredPolicy | null> {
  return db.accountPolicy.findFirst({ where: { accountId, endedAt: null }, select: COLUMNS });
}

/** Ends the policy of this number if it is in force; false where another one is by now. */
export async function endPolicy(
  db: Database,
  { accountId, number, endedAt }: { accountId: string; number: number; endedAt: Date },
): Promise<boolean> {
  const { count } = await db.accountPolicy.updateMany({
    where: { accountId, number, endedAt: null },
    data: { endedAt },
  });
  return count === 1;
}

/** False where the account has a policy of this number, or one in force, already. */
export async function insertPolicy(
  db: Database,
  { policy, ...row }: StoredPolicy & { policy: object },
): Promise<boolean> {
  const { count } = await db.accountPolicy.createMany({ data: [{ ...row, policy }], skipDuplicates: true });
  return count === 1;
}
