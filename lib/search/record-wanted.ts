import { database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { countWanted } from "@/lib/search/wanted-repository";
import { foldText } from "@/lib/search/words";

const MIN_LENGTH = 2;
const MAX_LENGTH = 80;

/**
 * Counts a search that found nothing (USK v1.0, "Most Wanted"). Spellings that differ by case, width or blanks are
 * one demand. Text too short or too long to name a skill is not counted, nor is anything that looks like an address.
 */
export async function recordWanted(q: string, now: Date): Promise<void> {
  const displayQuery = q.normalize("NFKC").replace(/\s+/gu, " ").trim();
  const query = foldText(displayQuery);
  if (query.length < MIN_LENGTH || query.length > MAX_LENGTH || isPersonal(query)) return;
  await countWanted(database(), { id: newId("wnt"), query, displayQuery, at: now });
}

// The list is public: mail addresses, keys and links typed into a search box must not appear on it.
function isPersonal(query: string): boolean {
  return /@|:\/\/|[\w-]{28,}|\p{C}/u.test(query);
}
