import { setTimeout as sleep } from "node:timers/promises";
import type { Program } from "../parts/program";
import type { Topology } from "../topology";
import type { Row } from "./row";

/** As long as a service manager waits before it starts a process again, and a machine before it is noticed. */
const AWAY_MS = 8_000;

const kill = (
  what: Pick<Row, "name" | "broken" | "service">,
  victimOf: (topology: Topology) => Program | undefined,
): Row => ({
  ...what,
  act: async (topology, probe) => {
    const victim = victimOf(topology);
    probe.markBreak();
    await victim?.end("SIGKILL");
    await sleep(AWAY_MS);
    victim?.start();
    await topology.market.untilServing();
    await probe.untilServed();
  },
});

/** One of two processes of each kind is killed and is away for a while. */
export const KILLED: readonly Row[] = [
  kill({ name: "web", broken: "a web process, `kill -9`", service: "quote" }, ({ market }) => market.webs[0]),
  kill(
    { name: "worker", broken: "a worker, `kill -9`", service: "check" },
    ({ market }) => market.workers[0],
  ),
  kill({ name: "runner", broken: "a runner, `kill -9`", service: "run" }, ({ market }) => market.runners[0]),
  kill(
    { name: "etcd", broken: "a member of etcd, `kill -9`", service: "quote" },
    ({ consensus }) => consensus.members[0],
  ),
  kill(
    { name: "store", broken: "the S3 store, away for 8 s", service: "upload" },
    ({ market }) => market.store,
  ),
  {
    name: "pooler",
    broken: "PgBouncer, restarted",
    service: "quote",
    act: async ({ pooler }, probe) => {
      probe.markBreak();
      await pooler.end("SIGTERM");
      pooler.start();
      await probe.untilServed();
    },
  },
];
