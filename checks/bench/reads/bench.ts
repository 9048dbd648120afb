import { measureMemory } from "./measure-process";
import { measureRates } from "./rates";
import { withReadMarket, type ReadMarket } from "./market";
import { countStaleAnswers } from "./stale/count-stale-answers";

const SKILLS = Number(process.env["READS_SKILLS"] ?? 10_000);
const CHANGES = Number(process.env["READS_CHANGES"] ?? 500);
const PARTS = new Set((process.env["READS_PARTS"] ?? "rates,stale,memory").split(","));

/**
 * How fast public reads are beside servers that do nothing else, whether any is older than a change, and what memory
 * they take. `READS_PARTS` names some of the three.
 */
export async function benchReads(): Promise<void> {
  await withReadMarket({ skills: SKILLS }, async (market) => {
    if (PARTS.has("rates")) await measureRates(market);
    if (PARTS.has("stale")) await reportStale(market);
    if (PARTS.has("memory")) await measureMemory(market.web[1]);
  });
}

async function reportStale(market: ReadMarket): Promise<void> {
  const urls = market.web.map(({ url }) => url);
  const { changes, reads, stale, unseen } = await countStaleAnswers(urls, { changes: CHANGES, pages: true });
  console.log(
    `\n${changes} changes, ${reads} reads of ${urls.length} processes: ${stale.length} stale answers`,
  );
  for (const name of new Set(unseen)) console.log(`not shown by what was read: ${name}`);
  if (stale.length > 0) throw new Error(stale.join("\n"));
}
