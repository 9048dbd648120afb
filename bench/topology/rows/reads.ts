import { randomBytes } from "node:crypto";
import { freePort } from "@/lib/testing/free-port";
import { makeAccount } from "@/lib/testing/builders";
import { writeReview } from "@/lib/reviews/write-review";
import { quantile } from "../../quantile";
import { request } from "../../request";
import { readAnswer } from "../../reads/stale/read-answer";
import { generateSkills } from "../../search/corpus";
import { loadSkills } from "../../search/load";
import type { Shop } from "../load/shop";
import type { Program } from "../parts/program";
import { answers, until } from "../parts/until";
import type { Topology } from "../topology";
import type { Outcome, Promised } from "./row";

export const READS: Promised = {
  name: "reads",
  broken: "nothing: each change is read at once from both web processes, whose pages a replica makes",
  failsNothing: true,
};

const CHANGES = 50;
const SKILLS = 3_000;
const CONNECTIONS = 16;
const SECONDS = 10;
/** They take turns, so that what else the machine does meets both. */
const TURNS = 2;
/** Answers are kept, so each read is one that nobody has asked for. */
const KINDS: readonly string[] = ["/v1/skills?q=invoice+", "/skills?q=convert+tables+"];

interface Figures {
  perSecond: number;
  p95Ms: number;
}

/** Changes that are read at once, then how many reads a second one database makes, and two. */
export async function playReads(
  topology: Topology,
  shop: Shop,
  say: (what: string) => void,
): Promise<Outcome> {
  const outcome = await readChanges(topology, shop);
  say(`${CHANGES} changes, ${outcome.sent} reads, ${outcome.failed} of them without the change`);
  // No process starts where the store lacks the packages of the newest skills, and those of the load have none.
  const one = await startMaker(topology, "maker1", { DATABASE_REPLICA_URLS: "" });
  const two = await startMaker(topology, "maker2", {});
  await loadSkills(await topology.database.urlOfPrimary(), generateSkills(SKILLS));
  console.log(
    `\n${SKILLS} skills, each answer made anew, ${CONNECTIONS} connections, a second / p95 ms\n| read | one database | two | of it from the replica |\n| --- | --- | --- | --- |`,
  );
  for (const path of KINDS) {
    const figures: [Figures[], Figures[]] = [[], []];
    const before = await countReadings(two.url);
    for (let turn = 0; turn < TURNS; turn++)
      for (const [i, { url }] of [one, two].entries()) figures[i]?.push(await readAnew(url + path));
    const after = await countReadings(two.url);
    const replica = after.replica - before.replica;
    const share = replica / (replica + after.primary - before.primary);
    const [first, second] = figures.map(describe);
    console.log(`| \`${path}N\` | ${first} | ${second} | ${(share * 100).toFixed(0)} % |`);
  }
  say("the reads were measured");
  await Promise.all([one.program.stop(), two.program.stop()]);
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

/** A web process beside those that people come to. */
async function startMaker(
  { market }: Topology,
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ program: Program; url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = market.addWeb(name, { ...settings, PORT: String(port) });
  program.start();
  await until(name, () => {
    program.assertRuns();
    return answers(`${url}/readyz`);
  });
  return { program, url };
}

async function countReadings(url: string): Promise<{ replica: number; primary: number }> {
  const headers = { authorization: `Bearer ${process.env["METRICS_TOKEN"] ?? ""}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const count = (from: string) =>
    Number(new RegExp(`^emporion_replica_reads_total{from="${from}"} (\\d+)`, "m").exec(text)?.[1] ?? 0);
  return { replica: count("replica"), primary: count("primary") };
}

let asked = 0;

async function readAnew(url: string): Promise<Figures> {
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  const ask = async () => {
    for (let begun = performance.now(); begun < end; begun = performance.now()) {
      const number = asked++;
      const headers = { "x-forwarded-for": `198.18.${(number >> 8) & 255}.${number & 255}` };
      const read = () => request(url + String(number), { headers });
      const { status, body } = await read().catch(read); // a server may close a connection that was idle
      if (status !== 200) throw new Error(`${url} answered ${status} ${body.slice(0, 200)}`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  return { perSecond: times.length / SECONDS, p95Ms: quantile(times, 0.95) };
}

function describe(figures: readonly Figures[]): string {
  const perSecond = figures.reduce((sum, each) => sum + each.perSecond, 0) / figures.length;
  const p95Ms = Math.max(...figures.map((each) => each.p95Ms));
  return `${perSecond.toFixed(0)} / ${p95Ms.toFixed(0)}`;
}
