import { measureMemory, processorMs, residentMiB } from "./measure-process";
import { withReadMarket, type ReadMarket, type WebProcess } from "./market";
import { countStaleAnswers } from "./stale/count-stale-answers";
import os from "node:os";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { makeAccount } from "@/lib/testing/builders";
import { MeasuredProcess } from "../settle/measured-process";
import { type Asked, KINDS, OTHER_SKILL } from "./kinds";
import { load, type Figures } from "./load";

const SECONDS = Number(process.env["READS_SECONDS"] ?? 3);
const CONNECTIONS = [1, 16];
const CHANGE_EVERY_MS = 1_000;
const WANTED = new RegExp(process.env["READS_KINDS"] ?? "");

interface Measured extends Figures {
  /** Processor time of the server for an answer, in microseconds. */
  processorUs: number;
}

/** Requests a second for each kind of read, beside two bare servers with the same bytes, which take turns with it. */
async function measureRates({ web: [web], maker }: ReadMarket): Promise<void> {
  const environment = { BARE_OF: web.url, BARE_PATHS: JSON.stringify(Object.values(KINDS)) };
  const bare = await MeasuredProcess.start("checks/bench/reads/bare-server.ts", environment);
  const changes = await prepareChanges();
  const cpuOf = (of: WebProcess) => () => Promise.resolve(processorMs(of.pid));
  try {
    console.log(`\n${SECONDS} s each; a second / p95 ms / processor µs of the server for an answer`);
    console.log(
      "| read | connections | Emporion | with a change a second | made anew | bare, a statement | bare, memory | to the statement | to memory | with changes | load |",
    );
    console.log("|---|---|---|---|---|---|---|---|---|---|---|");
    for (const [kind, { path, post }] of Object.entries(KINDS).filter(([name]) => WANTED.test(name))) {
      for (const connections of CONNECTIONS) {
        const measure = (url: string, cpu: () => Promise<number>) =>
          measured({ url, post }, connections, cpu);
        const ours = await measure(web.url + path, cpuOf(web));
        const statement = await measure(`${bare.url}/statement${path}`, () => bare.cpuMs());
        const memory = await measure(`${bare.url}/memory${path}`, () => bare.cpuMs());
        const made = await measure(maker.url + path, cpuOf(maker));
        const changing = await changes.during(() => measure(web.url + path, cpuOf(web)));
        const ratios = [
          ours.perSecond / statement.perSecond,
          ours.perSecond / memory.perSecond,
          changing.perSecond / ours.perSecond,
        ].map((ratio) => ratio.toFixed(2));
        const figures = [ours, changing, made, statement, memory].map(describe);
        console.log(
          `| ${[kind, connections, ...figures, ...ratios, os.loadavg()[0]?.toFixed(1)].join(" | ")} |`,
        );
      }
    }
    console.log(`resident memory of the web process: ${residentMiB(web.pid)} MiB`);
  } finally {
    await bare.stop();
  }
}

async function measured(
  { url, post }: { url: string; post: Asked["post"] },
  connections: number,
  cpuMs: () => Promise<number>,
): Promise<Measured> {
  const asked = { connections, ...(post ? { post } : {}) };
  await load(url, { ...asked, seconds: SECONDS / 3 });
  const before = await cpuMs();
  let answers = 0;
  const figures = await load(url, { ...asked, seconds: SECONDS, onAnswer: () => answers++ });
  return { ...figures, processorUs: (((await cpuMs()) - before) / answers) * 1_000 };
}

/** Somebody who changes their review of another skill. */
async function prepareChanges() {
  const actor = await makeAccount();
  let changes = 0;
  const change = () => writeReview({ actor, skill: OTHER_SKILL, rating: 1 + (changes++ % 5) });
  return {
    /** Changes once a second until `act` has ended. */
    async during<T>(act: () => Promise<T>): Promise<T> {
      const failures: unknown[] = [];
      const timer = setInterval(
        () => void change().catch((error: unknown) => failures.push(error)),
        CHANGE_EVERY_MS,
      );
      const done = await act().finally(() => clearInterval(timer));
      if (failures.length > 0) throw new Error("a change failed", { cause: failures[0] });
      return done;
    },
  };
}

const describe = ({ perSecond, p95Ms, processorUs }: Measured) =>
  `${perSecond.toFixed(0)} / ${p95Ms.toFixed(1)} / ${processorUs.toFixed(0)}`;

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
