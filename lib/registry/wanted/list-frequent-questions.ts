import { DAY_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { RETENTION } from "@/lib/db/retention";
import { selectFrequent } from "@/lib/registry/wanted/wanted-repository";
import { foldText } from "@/lib/registry/search-words/words";

const KEPT_DAYS = RETENTION.FoundQueries.kept.days;
/** What fewer people asked on one day may say who they are, and is shown to nobody. */
const ASKERS = 3;
const MOST = 3;

/**
 * Questions of the last 30 days that found something, begin with what is typed and were asked by at least three people
 * on one day; most asked first, at most three. One statement.
 */
export async function listFrequentQuestions(typed: string, now: Date): Promise<string[]> {
  const beginning = foldText(typed.normalize("NFKC").replace(/\s+/gu, " ").trimStart());
  if (beginning.trim() === "") return [];
  return selectFrequent(database(), { beginning, since: firstDay(now), askers: ASKERS, limit: MOST });
}

const firstDay = (now: Date) => new Date(now.getTime() - (KEPT_DAYS - 1) * DAY_MS);
