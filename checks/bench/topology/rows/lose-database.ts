import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseNode } from "../parts/database";
import type { Topology } from "../topology";
import type { Row } from "./row";

const BEFORE_IT_IS_BACK_MS = 3_000;
const MOST_SECONDS = 30;

const lose = (
  what: Pick<Row, "name" | "broken">,
  break_: (topology: Topology) => Promise<DatabaseNode>,
  finish: (node: DatabaseNode) => Promise<void> = () => Promise.resolve(),
): Row => ({
  ...what,
  service: "quote",
  mostSeconds: MOST_SECONDS,
  act: async (topology, probe) => {
    probe.markBreak();
    const node = await break_(topology);
    await probe.untilServed();
    await sleep(BEFORE_IT_IS_BACK_MS);
    await finish(node);
    node.patroni.start();
    await topology.database.untilWhole();
  },
});

/** One of the two databases is lost with its machine, and comes back as a standby. */
export const DATABASE_LOST: readonly Row[] = [
  lose(
    { name: "primary", broken: "the primary: PostgreSQL and Patroni, `kill -9`" },
    async ({ database }) => {
      const { primary } = await database.roles();
      await primary.kill();
      return primary;
    },
  ),
  lose(
    { name: "silent-primary", broken: "the primary's machine falls silent, its connections stay open" },
    async ({ database }) => {
      const { primary } = await database.roles();
      primary.freeze();
      return primary;
    },
    (node) => node.kill(),
  ),
  lose(
    { name: "standby", broken: "the standby: PostgreSQL and Patroni, `kill -9`" },
    async ({ database }) => {
      const { standby } = await database.roles();
      await standby.kill();
      return standby;
    },
  ),
];
