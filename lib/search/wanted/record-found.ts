import { database } from "@/lib/db/client";
import { askerHash, countedIdentity, type CountedCaller } from "@/lib/identity/counted-caller";
import type { CountedQuery } from "@/lib/search/wanted/counted-query";
import { insertFound } from "@/lib/search/wanted/wanted-repository";

/** Keeps a search that found something, once for each identity and UTC day. */
export async function recordFound(query: CountedQuery, caller: CountedCaller, now: Date): Promise<void> {
  const asker = { ...countedIdentity(caller, now), askerHash: askerHash(caller, query.query) };
  await insertFound(database(), query, asker);
}
