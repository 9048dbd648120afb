import { fork } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Stop } from "@/scripts/explain";
import { work, type FuzzProgress } from "./worker";

/**
 * `npm run fuzz -- [--minutes N] [--seed S] [--from I]`: odd inputs for the readers. Each input follows from seed and
 * index alone, so `--seed S --from I` has it again. Exit code 1 on a throw, a hang or growing memory.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
  },
});
const [seed, from, minutes] = [values.seed, values.from, values.minutes].map(Number) as [
  number,
  number,
  number,
];

if ([seed, from, minutes].some((each) => !Number.isFinite(each) || each < 0))
  throw new Stop("--minutes, --seed and --from are numbers: npm run fuzz -- --minutes 5 --seed 1.");

const SILENCE_MS = 60_000;
const SLOW_MS = 5_000;
const GROWTH_MIB = 120;

async function watch(): Promise<number> {
  const place = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "emporion-fuzz-")), "index");
  const env = { ...process.env, FUZZ_PLACE: place };
  const child = fork(import.meta.filename, process.argv.slice(2), {
    env,
    execArgv: [...process.execArgv, "--expose-gc"],
  });
  const memory: number[] = [];
  let last: FuzzProgress | undefined;
  let heard = performance.now();
  let hung = false;
  child.on("message", (progress: FuzzProgress) => {
    last = progress;
    heard = performance.now();
    memory.push(progress.rssMiB);
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const watchdog = setInterval(() => {
    if (performance.now() - heard < SILENCE_MS) return;
    hung = true;
    child.kill("SIGKILL");
  }, 1_000);
  const end = setTimeout(() => child.send("stop"), minutes * 60_000);
  const code = await ended;
  clearInterval(watchdog);
  clearTimeout(end);
  const at = fs.readFileSync(place, "utf8").trim();
  fs.rmSync(path.dirname(place), { recursive: true });
  if (hung) console.log(`✗ a hang at ${at} (seed ${seed})`);
  else if (code !== 0) console.log(`✗ the process ended with ${code} at ${at} (seed ${seed})`);
  return judge(last, memory, hung || code !== 0);
}

function judge(last: FuzzProgress | undefined, memory: readonly number[], failed: boolean): number {
  if (last === undefined) return 1;
  const total = Object.values(last.executions).reduce((sum, count) => sum + count, 0);
  console.log(`seed ${seed}: ${total} inputs in ${minutes} minutes`);
  for (const [target, count] of Object.entries(last.executions)) console.log(`  ${target}: ${count}`);
  const { slowest, throws } = last;
  console.log(
    `  slowest: ${slowest.ms.toFixed(0)} ms of processor time, ${slowest.target}, input ${slowest.index}`,
  );
  for (const { target, index, message } of throws) console.log(`✗ ${target}, input ${index}: ${message}`);
  const growth = growthOf(memory);
  console.log(
    `  resident memory: ${memory[0]} MiB at the beginning, ${memory.at(-1)} at the end, growth ${growth} MiB; throws: ${throws.length}`,
  );
  const bad = failed || throws.length > 0 || slowest.ms > SLOW_MS || growth > GROWTH_MIB;
  return bad ? 1 : 0;
}

/** The lowest reading of the last quarter against that of the second: what a warm process still gains. */
function growthOf(memory: readonly number[]): number {
  const quarter = Math.floor(memory.length / 4);
  if (quarter === 0) return 0;
  return Math.min(...memory.slice(-quarter)) - Math.min(...memory.slice(quarter, 2 * quarter));
}

const { FUZZ_PLACE } = process.env;
if (FUZZ_PLACE === undefined) process.exitCode = await watch();
else await work(seed, from, FUZZ_PLACE);
