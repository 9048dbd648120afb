import { freePort } from "@/lib/testing/free-port";
import { balancerPorts, makeBalancer, type BalancerPorts } from "./parts/balancer";
import { Consensus } from "./parts/consensus";
import { Database } from "./parts/database";
import { MarketProcesses, marketPorts } from "./parts/market";
import type { Place } from "./parts/place";
import { makePooler } from "./parts/pooler";
import type { Program } from "./parts/program";
import { answers, until } from "./parts/until";

/** A market as three machines would run it, every part a real one, on this machine. */
export interface Topology {
  readonly url: string;
  /** Through a balancer that has nothing but its defaults. */
  readonly urlByDefault: string;
  readonly ports: BalancerPorts;
  readonly database: Database;
  readonly consensus: Consensus;
  readonly balancer: Program;
  readonly pooler: Program;
  readonly poolerPort: number;
  readonly market: MarketProcesses;
}

/** Brings it up, part by part. What runs is stopped with the place. */
export async function bringUp(place: Place, say: (what: string) => void): Promise<Topology> {
  const consensus = await Consensus.start(place);
  say("etcd answers");
  const database = await Database.start(place, consensus.hosts);
  say("PostgreSQL has a primary and a synchronous standby");
  const [ports, ofMarket, poolerPort] = [await balancerPorts(), await marketPorts(), await freePort()];
  const url = `http://127.0.0.1:${ports.web}`;
  const balancer = makeBalancer(place, ports, { ...ofMarket, nodes: database.nodes });
  const pooler = makePooler(place, { port: poolerPort, database, databasePort: ports.database });
  balancer.start();
  pooler.start();
  const market = new MarketProcesses(place, ofMarket, {
    publicUrl: url,
    runnerUrl: `http://127.0.0.1:${ports.runner}`,
    pooler: { port: poolerPort, password: database.password },
    replicaUrls: database.nodes.map((node) => database.urlOf(node)),
  });
  await market.start();
  const urlByDefault = `http://127.0.0.1:${ports.byDefault}`;
  // It finds out by its own checks, seconds later.
  for (const each of [url, urlByDefault]) await until("the balancer", () => answers(`${each}/readyz`));
  say("the market is open");
  return { url, urlByDefault, ports, database, consensus, balancer, pooler, poolerPort, market };
}
