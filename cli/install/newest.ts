import { MarketError, type FoundSkill, type MarketClient } from "@/client";
import { isPrerelease } from "@/lib/skill-format";

/** What a market says of a skill that it does not give out any more. */
const GONE = new Set(["SKILL_NOT_FOUND", "SKILL_QUARANTINED", "VERSION_NOT_FOUND", "VERSION_CLOSED"]);

/** The latest version; for who has a pre-release of their own choice, the highest pre-release if it is above that. */
export async function findNewest(
  market: MarketClient,
  name: string,
  installed: string,
): Promise<FoundSkill | null> {
  const next = isPrerelease(installed) ? await findDetails(market, name, "next") : null;
  return next ?? findDetails(market, name); // not every market knows the tag `next`
}

/** The latest version, or the one that is named; null when the market does not give it out any more. */
export async function findDetails(
  market: MarketClient,
  name: string,
  version?: string,
): Promise<FoundSkill | null> {
  try {
    return await market.details(name, version);
  } catch (error) {
    if (error instanceof MarketError && GONE.has(error.code)) return null;
    throw error;
  }
}
