import type { Program } from "../parts/program";
import { NEXT_VERSION, VERSION } from "../parts/next-version";
import type { Topology } from "../topology";
import type { Row } from "./row";

/** Every process is told to stop, waited for, and started with the files of the next version, one after the other. */
export const UPGRADE: Row = {
  name: "upgrade",
  broken: `rolling upgrade of all processes from ${VERSION} to ${NEXT_VERSION}, a balancer with its defaults`,
  service: "quote",
  byDefault: true,
  leastRequests: 1_000,
  failsNothing: true,
  act: async (topology, probe) => {
    const { market } = topology;
    await assertVersion(topology, VERSION);
    const folder = market.makeNextVersion();
    const replace = async (program: Program) => {
      const toldAt = performance.now();
      await program.end("SIGTERM");
      console.log(`${program.name} took ${((performance.now() - toldAt) / 1_000).toFixed(1)} s to stop`);
      program.moveTo(folder);
      program.start();
    };
    probe.markBreak();
    for (const runner of market.runners) {
      await replace(runner);
      await market.untilRunning();
    }
    for (const worker of market.workers) await replace(worker);
    for (const web of market.webs) {
      await replace(web);
      await market.untilServing();
    }
    await probe.untilServed();
    await assertVersion(topology, NEXT_VERSION);
  },
};

async function assertVersion({ market }: Topology, version: string): Promise<void> {
  for (const url of market.urls) {
    const { version: said } = (await (await fetch(`${url}/readyz`)).json()) as { version: string };
    if (said !== version) throw new Error(`${url} is ${said}, not ${version}`);
  }
}
