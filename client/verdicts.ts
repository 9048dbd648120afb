import { verdictList, type CopyVerdict } from "./answers";
import { MarketError } from "./market-error";
import type { MarketConnection } from "./request";
import type { InstalledCopy } from "./types";

const MAX_PER_REQUEST = 1_000;
/** A verdict has at most fifty advisories, of a few sentences each. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * What a market says of copies, in their order. Only what was asked about is taken from an answer: one for another copy, or
 * of another length, is none. Throws MarketError.
 */
export async function askVerdicts(
  connection: MarketConnection,
  copies: readonly InstalledCopy[],
): Promise<CopyVerdict[]> {
  const found: CopyVerdict[] = [];
  for (let from = 0; from < copies.length; from += MAX_PER_REQUEST) {
    const items = copies.slice(from, from + MAX_PER_REQUEST);
    const request = { method: "POST", path: "/v1/verdicts", json: { items }, maxBytes: MAX_BYTES } as const;
    const answer = await connection.json(request, verdictList);
    const isAnswered = (copy: InstalledCopy, place: number) => isAbout(copy, answer.items[place]);
    if (answer.items.length !== items.length || !items.every(isAnswered))
      throw new MarketError(
        "ANSWER_INVALID",
        "The market's answer is about other copies than those asked about.",
      );
    found.push(...answer.items);
  }
  return found;
}

function isAbout(copy: InstalledCopy, verdict: CopyVerdict | undefined): boolean {
  const [version, digest] = [copy.version ?? null, copy.digest ?? null];
  const { asked } = verdict ?? {};
  if (asked?.name !== copy.name || asked.version !== version || asked.digest !== digest) return false;
  if (verdict?.unknown !== null) return true;
  // Facts about other bytes would be facts about something else.
  return (
    (version === null || verdict.version === version) &&
    (digest === null || verdict.package_digest === digest)
  );
}
