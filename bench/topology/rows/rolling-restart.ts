import type { Row } from "./row";

/** What a new version is: each web process is told to stop, waited for and started, one after the other. */
export const ROLLING: Row = {
  name: "rolling",
  broken: "rolling restart of the web processes, a balancer with its defaults",
  service: "quote",
  byDefault: true,
  leastRequests: 1_000,
  failsNothing: true,
  act: async ({ market }, probe) => {
    probe.markBreak();
    for (const web of market.webs) {
      await web.end("SIGTERM");
      web.start();
      await market.untilServing();
    }
    await probe.untilServed();
  },
};
