import { closeDatabase } from "@/lib/db/client";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { assertOutcome, type Made } from "../crash/assert-outcome";
import { closeRequests } from "../request";
import { openShop, type Shop } from "./load/shop";
import { describeOutcome } from "./print-outcomes";
import { UPGRADE } from "./rows/rolling-upgrade";
import type { Outcome, Promised, Row } from "./rows/row";
import type { Topology } from "./topology";
import fs from "node:fs";
import type { Program } from "./parts/program";
import { setTimeout as sleep } from "node:timers/promises";
import { Load } from "./load/load";
import { Probe } from "./load/probe";
import { serviceOf } from "./load/services";
import { until } from "./parts/until";
import { spawn } from "node:child_process";
import { tallyPlace } from "@/scripts/test/tally.ts";
import type { DatabaseNode } from "./parts/database";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { randomBytes } from "node:crypto";
import { makeAccount } from "@/lib/testing/builders";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { readAnswer } from "../reads/stale/read-answer";
import { measureReplicas } from "./rows/measure-replicas";

const READS: Promised = {
  name: "reads",
  broken: "nothing: each change is read at once from both web processes, whose pages a replica makes",
  failsNothing: true,
};

const CHANGES = 50;

/** Changes that are read at once, then what replicas carry. */
async function playReads(topology: Topology, shop: Shop, say: (what: string) => void): Promise<Outcome> {
  const outcome = await readChanges(topology, shop);
  say(`${CHANGES} changes, ${outcome.sent} reads, ${outcome.failed} of them without the change`);
  await measureReplicas(topology);
  say("the reads were measured");
  return outcome;
}

/** Somebody changes what they say of a skill; at once both processes are asked for the page and the list. */
async function readChanges({ market }: Topology, { free }: Shop): Promise<Outcome> {
  const actor = await makeAccount();
  const lost: string[] = [];
  const addresses = market.urls.flatMap((url) => [
    `${url}/v1/skills/${free}/reviews`,
    `${url}/skills/${free}/reviews`,
  ]);
  for (let i = 0; i < CHANGES; i++) {
    const text = `said ${randomBytes(8).toString("hex")}`;
    await writeReview({ actor, skill: free, rating: 1 + (i % 5), text });
    const read = await Promise.all(addresses.map((address) => readAnswer(address)));
    for (const [n, answer] of read.entries())
      if (!answer.includes(text)) lost.push(`change ${i} at ${addresses[n]}`);
  }
  const sent = CHANGES * addresses.length;
  return {
    row: READS,
    sent,
    failed: lost.length,
    acknowledged: CHANGES,
    lost,
    seconds: null,
    reasons: new Map(),
  };
}

const MCP: Promised = {
  name: "mcp",
  broken: "nothing: calls of one MCP session go to both web processes by turns",
  failsNothing: true,
};
const CALLS = 100;

/** The published client makes each call over a balancer that sends it to the next process. */
async function playMcp({ urlByDefault }: Topology): Promise<Outcome> {
  const client = new Client({ name: "topology", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${urlByDefault}/mcp`)));
  const reasons = new Map<string, number>();
  let failed = 0;
  for (let i = 0; i < CALLS; i++) {
    const call = client.callTool({ name: "search", arguments: { query: "text" } });
    const reason = await call.then(
      ({ isError, content }) => (isError === true ? JSON.stringify(content) : null),
      (error: unknown) => String(error),
    );
    if (reason === null) continue;
    failed++;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  await client.close();
  return { row: MCP, sent: CALLS, failed, acknowledged: 0, lost: [], seconds: null, reasons };
}

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
const DATABASE_LOST: readonly Row[] = [
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
const KILLED: readonly Row[] = [
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

const JOURNEYS: Promised = {
  name: "journeys",
  broken:
    "nothing: people join, publish, buy and browse in browsers, whose requests go to both web processes",
  failsNothing: true,
};

/** Those that need nothing of the market but its address: they stop no process and act for no administrator. */
const SPECS = ["browse", "join-by-mail", "publish", "buy-call", "run-free"];
const REPORTERS = "--reporter=list,./scripts/test/playwright-tally.ts";

/** The browser tests of one market, on the starter catalogue of one, over the balancer. */
async function playJourneys({ market }: Topology): Promise<Outcome> {
  await market.runToEnd("seed");
  const place = tallyPlace();
  const files = SPECS.map((name) => `e2e/${name}.spec.ts`);
  const args = ["node_modules/@playwright/test/cli.js", "test", REPORTERS, ...files];
  const env = { ...process.env, ...market.settings, ...place.environment, NODE_ENV: "test" as const };
  const child = spawn(process.execPath, args, { env, stdio: "inherit" });
  await new Promise((resolve) => child.once("exit", resolve));
  const tally = place.read() as { passed: number; failed: number } | null;
  if (tally === null) throw new Error("Playwright ran no test");
  const { passed, failed } = tally;
  const reasons = new Map(failed > 0 ? [["browser tests", failed]] : []);
  return { row: JOURNEYS, sent: passed + failed, failed, acknowledged: 0, lost: [], seconds: null, reasons };
}

const BEFORE_MS = 5_000;
const AFTER_MS = 5_000;
/** For the requests that are asked for; a row is no measurement of how many there can be. */
const REQUESTS_MS = 600_000;

/** People come, something breaks and is mended, they leave; then what the market has said yes to is looked up. */
async function playRow(topology: Topology, row: Row, shop: Shop): Promise<Outcome & { made: Made[] }> {
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

const ESTABLISHED = "01";
const KIBIBYTES = 1_024;

/** What each process of the market has taken of the machine, after all that was asked of it. */
function printSizes({ market, database, poolerPort }: Topology): void {
  const ports = new Set([poolerPort, ...database.nodes.map(({ port }) => port)]);
  console.log(
    "\n| process | MiB now | MiB at most | connections to the database |\n| --- | --- | --- | --- |",
  );
  for (const program of [...market.webs, ...market.workers, ...market.runners]) {
    const cells = [memory(program, "VmRSS"), memory(program, "VmHWM"), countConnections(program, ports)];
    console.log(`| ${program.name} | ${cells.join(" | ")} |`);
  }
}

/** Of the process alone, without the sandboxes below it. */
function memory({ pid }: Program, of: "VmRSS" | "VmHWM"): string {
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  const kibibytes = new RegExp(`^${of}:\\s+(\\d+)`, "m").exec(status)?.[1];
  return (Number(kibibytes) / KIBIBYTES).toFixed(0);
}

function countConnections({ pid }: Program, ports: ReadonlySet<number>): number {
  const sockets = new Set(
    fs.readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const target = readLink(`/proc/${pid}/fd/${fd}`);
      return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [];
    }),
  );
  const lines = fs.readFileSync(`/proc/${pid}/net/tcp`, "utf8").trim().split("\n").slice(1);
  return lines.filter((line) => {
    const [, , remote = "", state, , , , , , inode = ""] = line.trim().split(/\s+/);
    return state === ESTABLISHED && ports.has(parseInt(remote.split(":")[1] ?? "", 16)) && sockets.has(inode);
  }).length;
}

/** Empty where the file was closed meanwhile. */
function readLink(file: string): string {
  try {
    return fs.readlinkSync(file);
  } catch {
    return "";
  }
}

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
