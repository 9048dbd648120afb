import { inTransaction } from "@/lib/db/transaction";
import { askerHash, countedIdentity, type CountedCaller } from "@/lib/identity/counted-caller";
import { newId } from "@/lib/kernel/ids";
import { countSearch, upsertWish } from "@/lib/search/wanted/wanted-repository";
import type { CountedQuery } from "@/lib/search/wanted/counted-query";

/**
 * Counts a search that nothing answers in full (USK v1.0, "Most Wanted"): once for each identity and UTC day, however often and
 * from however many processes it is asked at the same time. A wish that was answered is open again.
 */
export async function recordWanted(wish: CountedQuery, caller: CountedCaller, now: Date): Promise<void> {
  const asker = {
    ...countedIdentity(caller, now),
    askerHash: askerHash(caller, `${wish.kind} ${wish.query}`),
  };
  await inTransaction(async (tx) => {
    const wantedId = await upsertWish(tx, { id: newId("wnt", now.getTime()), ...wish, at: now });
    await countSearch(tx, wantedId, asker);
  });
}
