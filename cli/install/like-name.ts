import type { DownloadedSkill, MarketClient } from "@/client";
import { ask } from "./market";

/** Says that a skill may be mistaken for an older one of another publisher, by what its market knows; null when it may not. */
export async function findLikeName(
  market: MarketClient,
  { name, version }: DownloadedSkill,
): Promise<string | null> {
  const { resembles } = await ask(market.details(name, version));
  if (!resembles) return null;
  return (
    `${name}: its name is very similar to ${resembles.name} by ${resembles.publisher}, which is older and belongs to someone else; ` +
    "make sure you want this one"
  );
}
