import { DAY_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { RETENTION } from "@/lib/db/retention";
import { selectFrequent } from "@/lib/search/wanted/wanted-repository";
import { foldText } from "@/lib/search/words/words";

const KEPT_DAYS = RETENTION.FoundQueries.kept.days;
const MOST = 3;

/**
 * Questions of the last 30 days that found something, begin with what is typed and were asked by so many that others may
 * see them (`shown-sql`); most asked first, at most three. One statement.
 */
export async function listFrequentQuestions(typed: string, now: Date): Promise<string[]> {
  const beginning = foldText(typed.normalize("NFKC").replace(/\s+/gu, " ").trimStart());
  return beginning.trim() === "" ? [] : listFrequent({ beginning, limit: MOST }, now);
}

/** The same for a folded beginning, which may be empty. */
export const listFrequent = (asked: { beginning: string; limit: number }, now: Date): Promise<string[]> =>
  selectFrequent(database(), { ...asked, since: firstDay(now) });

const firstDay = (now: Date) => new Date(now.getTime() - (KEPT_DAYS - 1) * DAY_MS);
