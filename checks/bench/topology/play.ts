import { closeDatabase } from "@/lib/db/client";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { assertOutcome, type Made } from "../crash/assert-outcome";
import { closeRequests } from "../request";
import { openShop } from "./load/shop";
import { describeOutcome } from "./print-outcomes";
import { printSizes } from "./parts/print-sizes";
import { playRow } from "./play-row";
import { KILLED } from "./rows/kill-process";
import { DATABASE_LOST } from "./rows/lose-database";
import { JOURNEYS, playJourneys } from "./rows/journeys";
import { MCP, playMcp } from "./rows/mcp";
import { playReads, READS } from "./rows/reads";
import { UPGRADE } from "./rows/rolling-upgrade";
import type { Outcome, Promised, Row } from "./rows/row";
import type { Topology } from "./topology";

const ROWS: readonly Row[] = [...KILLED, UPGRADE, ...DATABASE_LOST];
/** The end of the run names them all. */
const MOST_NAMED = 5;
/** In the order of the table. */
export const NAMES: readonly string[] = [MCP, ...ROWS, JOURNEYS, READS].map(({ name }: Promised) => name);

/**
 * Plays the named rows one after the other, then compares what everybody bought with the chain. Throws when a purchase
 * was lost or granted twice.
 */
export async function play(
  topology: Topology,
  names: readonly string[],
  say: (what: string) => void,
): Promise<Outcome[]> {
  // Use cases that are called here act on this market.
  Object.assign(process.env, topology.market.settings);
  const outcomes: Outcome[] = [];
  // Told at once, too: a run that is broken off has its rows until then.
  const add = (outcome: Outcome) => {
    outcomes.push(outcome);
    say(describeOutcome(outcome));
    if (outcome.lost.length > 0) say(`lost: ${outcome.lost.slice(0, MOST_NAMED).join(", ")}`);
    if (outcome.reasons.size > 0) say(JSON.stringify([...outcome.reasons]));
  };
  const made: Made[] = [];
  try {
    const { SOLANA_RPC_URL: ledgerUrl = "", TREASURY_ADDRESS: treasury = "" } = topology.market.settings;
    const shop = await openShop(topology.url, { ledgerUrl, treasury });
    if (names.includes(MCP.name)) add(await playMcp(topology));
    for (const row of ROWS.filter(({ name }) => names.includes(name))) {
      say(`${row.name}: ${row.broken}`);
      const { made: bought, ...outcome } = await playRow(topology, row, shop);
      add(outcome);
      made.push(...bought);
    }
    const { bought, unpaid } = await assertOutcome(currentSettlement(), made);
    say(`${bought.size} purchases, each with one settlement, one grant, one run and one receipt`);
    if (unpaid.length > 0) say(`${unpaid.length} purchases ended unpaid, with a reason on record`);
    // After the books: what is bought in browsers is not among the purchases.
    if (names.includes(JOURNEYS.name)) add(await playJourneys(topology));
    printSizes(topology);
    // Last: what it fills the catalogue with has no packages.
    if (names.includes(READS.name)) add(await playReads(topology, shop, say));
    return outcomes;
  } finally {
    closeRequests();
    await closeDatabase();
  }
}
