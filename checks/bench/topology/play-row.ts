import { setTimeout as sleep } from "node:timers/promises";
import type { Made } from "../crash/assert-outcome";
import { Load } from "./load/load";
import { Probe } from "./load/probe";
import { serviceOf } from "./load/services";
import type { Shop } from "./load/shop";
import { until } from "./parts/until";
import type { Outcome, Row } from "./rows/row";
import type { Topology } from "./topology";

const BEFORE_MS = 5_000;
const AFTER_MS = 5_000;
/** For the requests that are asked for; a row is no measurement of how many there can be. */
const REQUESTS_MS = 600_000;

/** People come, something breaks and is mended, they leave; then what the market has said yes to is looked up. */
export async function playRow(topology: Topology, row: Row, shop: Shop): Promise<Outcome & { made: Made[] }> {
  const url = row.byDefault ? topology.urlByDefault : topology.url;
  const load = new Load(url, shop);
  const probe = new Probe(await serviceOf(row.service, url, { shop, load }));
  await sleep(BEFORE_MS);
  await row.act(topology, probe);
  await sleep(AFTER_MS);
  const { leastRequests = 0 } = row;
  await until(`${leastRequests} requests`, () => load.counted.sent >= leastRequests, { ms: REQUESTS_MS });
  const seconds = await probe.end();
  await load.end();
  const { sent, failed, reasons } = load.counted;
  const lost = await load.acknowledged.findLost(topology.url);
  return {
    row,
    sent,
    failed,
    reasons,
    acknowledged: load.acknowledged.count,
    lost,
    seconds,
    made: load.made,
  };
}
