import { inTransaction } from "@/lib/db/transaction";
import { countedIdentity, type CountedCaller } from "@/lib/identity/counted-caller";
import { newId } from "@/lib/ids";
import { countSearch, openWish } from "@/lib/search/wanted-repository";
import type { Wish } from "@/lib/search/wish";

/**
 * Counts a search that found nothing (USK v1.0, "Most Wanted"): once for each identity and UTC day, however often and
 * from however many processes it is asked at the same time. A wish that was answered is open again.
 */
export async function recordWanted(wish: Wish, caller: CountedCaller, now: Date): Promise<void> {
  const identity = countedIdentity(caller, now);
  await inTransaction(async (tx) => {
    const wantedId = await openWish(tx, { id: newId("wnt", now.getTime()), ...wish, at: now });
    await countSearch(tx, wantedId, identity);
  });
}
