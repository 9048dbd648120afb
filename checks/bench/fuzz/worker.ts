import fs from "node:fs";
import { closeSchemaThread } from "@/lib/running/contract/json-schema";
import { Random } from "./random";
import { loadTargets, type Target } from "./targets";

/** What the worker tells its parent now and then. */
export interface FuzzProgress {
  executions: Record<string, number>;
  throws: { target: string; index: number; message: string }[];
  slowest: { target: string; index: number; ms: number };
  rssMiB: number;
}

const REPORT_MS = 2_000;
const THROWS_KEPT = 20;

/** Runs inputs `from`, `from + 1`, ... of a seed until told to stop; the running index stands in `place`. */
export async function work(seed: number, from: number, place: string): Promise<void> {
  const { targets, close } = await loadTargets();
  const wheel = targets.flatMap((target) => Array.from({ length: target.weight }, () => target));
  const progress: FuzzProgress = {
    executions: {},
    throws: [],
    slowest: { target: "", index: 0, ms: 0 },
    rssMiB: 0,
  };
  const file = fs.openSync(place, "w");
  const stop = new AbortController();
  process.once("message", () => stop.abort());
  let reported = performance.now();
  for (let index = from; !stop.signal.aborted; index += 1) {
    const random = new Random(seed, index);
    const target = random.pick(wheel);
    fs.writeSync(file, `${index} ${target.name}`.padEnd(40), 0);
    await runOne(target, random, { index, progress });
    if (performance.now() - reported < REPORT_MS) continue;
    reported = performance.now();
    report(progress);
    await new Promise((resolve) => setImmediate(resolve)); // hears the word to stop
  }
  await close();
  await closeSchemaThread();
  report(progress);
  process.disconnect();
}

async function runOne(
  target: Target,
  random: Random,
  { index, progress }: { index: number; progress: FuzzProgress },
) {
  const started = process.cpuUsage(); // not the clock: other programs do not count
  try {
    await target.run(random);
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (progress.throws.length < THROWS_KEPT)
      progress.throws.push({ target: target.name, index, message: message.slice(0, 600) });
  }
  const { user, system } = process.cpuUsage(started);
  const ms = (user + system) / 1_000;
  if (ms > progress.slowest.ms) progress.slowest = { target: target.name, index, ms };
  progress.executions[target.name] = (progress.executions[target.name] ?? 0) + 1;
}

function report(progress: FuzzProgress): void {
  globalThis.gc?.();
  progress.rssMiB = Math.round(process.memoryUsage().rss / 1024 / 1024);
  process.send?.(progress);
}
