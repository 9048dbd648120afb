import { database } from "@/lib/db/client";
import { findListedPrice } from "@/lib/catalogue/prices/repository";

/**
 * What a call of a skill costs now that an account owns or maintains, in lamports: the price of the version that is
 * listed, which a new one goes on with unless its creator says otherwise. Null for a name the account has nothing
 * listed under.
 */
export function findLastPrice(where: { accountId: string; slug: string }): Promise<bigint | null> {
  return findListedPrice(database(), where);
}
