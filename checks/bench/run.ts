// `npm run bench [name…]`: each benchmark prints what it measured and a ratio against a named peer in the same run.
// Each sets up its own market, and settings are read once in a process: so of several, each has a process of its own.
import { spawnSync } from "node:child_process";
import process from "node:process";
import { Stop } from "@/scripts/explain";
import { assertInstalled, type Peer } from "./assert-installed";

process.env["DEMONSTRATION"] ??= "true";

interface Benchmark {
  /** Asked for before anything runs, so that nobody waits for what cannot be finished. */
  peer?: Peer;
  run: () => Promise<void>;
}

const BENCHMARKS: Record<string, Benchmark> = {
  recall: { run: async () => (await import("./recall/bench")).benchRecall(setOf) },
  search: { run: async () => (await import("./search/bench")).benchSearch() },
  validate: { peer: "skills-ref", run: async () => (await import("./validate/bench")).benchValidate() },
  settle: { peer: "@solana/mpp", run: async () => (await import("./settle/bench")).benchSettle() },
  crash: { run: async () => (await import("./crash/bench")).benchCrash() },
  pages: { run: async () => (await import("./pages/bench")).benchPages() },
  run: { run: async () => (await import("./run/bench")).benchRun() },
  fairness: { run: async () => (await import("./fairness/bench")).benchFairness() },
  volume: { run: async () => (await import("./volume/bench")).benchVolume() },
  reads: { run: async () => (await import("./reads/bench")).benchReads() },
  vetting: { run: async () => (await import("./vetting/bench")).benchVetting() },
};

const names = Object.keys(BENCHMARKS);
/** `recall DIR` reads the retrieval set in that folder. */
const [first, ...rest] = process.argv.slice(2);
const setOf = first === "recall" ? rest[0] : undefined;
const asked = first === undefined ? [] : setOf === undefined ? [first, ...rest] : [first];
for (const name of asked) {
  if (!Object.hasOwn(BENCHMARKS, name))
    throw new Stop(`There is no benchmark ${name}: npm run bench -- NAME with one of ${names.join(", ")}.`);
}
const wanted = names.filter((name) => asked.length === 0 || asked.includes(name));
const peers = wanted.flatMap((name) => BENCHMARKS[name]?.peer ?? []);
for (const peer of peers) assertInstalled(peer);
const [only, another] = wanted;
if (only !== undefined && another === undefined) await BENCHMARKS[only]?.run();
else for (const name of wanted) runApart(name);

function runApart(name: string): void {
  const args = [...process.execArgv, process.argv[1] ?? "", name];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
