import { freePort } from "@/lib/testing/free-port";
import { quantile } from "../../quantile";
import { request } from "../../request";
import { generateSkills } from "../../search/corpus";
import { loadSkills } from "../../search/load";
import type { Program } from "../parts/program";
import { giveShare, answers, until } from "../parts/until";
import type { Topology } from "../topology";

const SKILLS = 3_000;
const CONNECTIONS = 6;
const SECONDS = 10;
/** They take turns, so that what else the machine does meets all of them. */
const TURNS = 2;
/** Answers are kept, so each read is one that nobody has asked for. */
const KINDS: readonly string[] = ["/v1/skills?q=invoice+", "/skills?q=convert+tables+"];

/** What each database has of one core, as a small machine of its own would. */
const SHARE = 0.3;

interface Maker {
  program: Program;
  url: string;
}

interface Figures {
  perSecond: number;
  p95Ms: number;
}

/** Prints how many reads a second the primary makes alone, and with one and two replicas. */
export async function measureReplicas(topology: Topology): Promise<void> {
  const { database } = topology;
  const { primary, standby } = await database.roles();
  const replicas = [standby, await database.addReplica()];
  // No process starts where the store lacks the packages of the newest skills, and those of the load have none.
  const makers: Maker[] = [];
  for (const count of [0, 1, 2]) {
    const urls = replicas.slice(0, count).map((replica) => database.urlOf(replica));
    makers.push(await startMaker(topology, `maker${count}`, { DATABASE_REPLICA_URLS: urls.join(",") }));
  }
  await loadSkills(await database.urlOfPrimary(), generateSkills(SKILLS));
  // On the cores of one machine a further database has only what the others lose.
  const limits = [primary, ...replicas].map((node) => giveShare(node.patroni.name, node.processes(), SHARE));
  const share = limits.includes(null) ? "no limit" : `${SHARE} of a core`;
  console.log(
    `\n${SKILLS} skills, each answer made anew, ${CONNECTIONS} connections, ${share} for each database; a second / p95 ms / from replicas\n| read | primary alone | with one replica | with two |\n| --- | --- | --- | --- |`,
  );
  try {
    for (const path of KINDS) {
      const shown = await measureInTurns(makers, path);
      console.log(`| \`${path}N\` | ${shown.join(" | ")} |`);
    }
  } finally {
    for (const end of limits) end?.();
  }
  await Promise.all(makers.map(({ program }) => program.stop()));
}

async function measureInTurns(makers: readonly Maker[], path: string): Promise<string[]> {
  const before = await Promise.all(makers.map(({ url }) => countReadings(url)));
  const figures: Figures[][] = makers.map(() => []);
  for (let turn = 0; turn < TURNS; turn++)
    for (const [i, { url }] of makers.entries()) figures[i]?.push(await readAnew(url + path));
  const after = await Promise.all(makers.map(({ url }) => countReadings(url)));
  return figures.map((each, i) => {
    const replica = (after[i]?.replica ?? 0) - (before[i]?.replica ?? 0);
    const primary = (after[i]?.primary ?? 0) - (before[i]?.primary ?? 0);
    const share = replica === 0 ? 0 : replica / (replica + primary);
    return `${describe(each)} / ${(share * 100).toFixed(0)} %`;
  });
}

/** A web process beside those that people come to. */
async function startMaker(
  { market }: Topology,
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<Maker> {
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
  return `${perSecond.toFixed(1)} / ${p95Ms.toFixed(0)}`;
}
