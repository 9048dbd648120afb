import { randomBytes } from "node:crypto";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import {
  findAccountByWallet,
  insertAccount,
  insertWallet,
  type AccountRow,
} from "@/lib/identity/accounts/accounts-repository";
import { usernameOfAddress } from "@/lib/identity/accounts/username";
import { newId } from "@/lib/kernel/ids";

const MAX_NAME_ATTEMPTS = 5;
const randomSuffix = () => randomBytes(3).toString("hex");

/**
 * The account a wallet signs in to; the first sign-in opens it. Of several first sign-ins at once, one opens the
 * account and the others find it. The caller has verified that the person holds the key.
 */
export async function findOrCreateAccountByWallet(
  address: string,
  clock: Clock = systemClock,
): Promise<AccountRow> {
  for (let attempt = 0; ; attempt++) {
    const known = await findAccountByWallet(database(), address);
    if (known) return known;
    try {
      return await openAccount(address, usernameOfAddress(address, attempt, randomSuffix), clock.now());
    } catch (error) {
      if (!isUniqueViolation(error) || attempt >= MAX_NAME_ATTEMPTS) throw error;
    }
  }
}

function openAccount(address: string, username: string, now: Date): Promise<AccountRow> {
  return inTransaction(async (tx) => {
    const account = await insertAccount(tx, { id: newId("acc", now.getTime()), username, createdAt: now });
    const wallet = { address, kind: "wallet", createdAt: now } as const;
    await insertWallet(tx, { ...wallet, accountId: account.id });
    return { ...account, wallets: [wallet] };
  });
}
