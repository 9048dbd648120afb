import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { limitProcessorTime } from "@/lib/kernel/threads/thread-pool";
import { ownThread, processorMs } from "@/lib/kernel/threads/thread-time";

const LIMIT_MS = 100;
/** Says what its number is, and works until it is told to rest. */
const BUSY = `
const { parentPort } = require("node:worker_threads");
const { basename } = require("node:path");
parentPort.on("message", () => { for (;;); });
parentPort.postMessage(Number(basename(require("node:fs").readlinkSync("/proc/thread-self"))));
`;
const RESTING = BUSY.replace("for (;;);", "");
const started: Worker[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.terminate()));
});

async function start(source: string): Promise<{ thread: number; work: () => void }> {
  const worker = new Worker(source, { eval: true });
  started.push(worker);
  const thread = await new Promise<number>((resolve) => worker.once("message", resolve));
  return { thread, work: () => worker.postMessage(null, []) };
}

test("a thread is ended for its own processor time, and one that rests is not blamed for another's", async () => {
  const busy = await start(BUSY);
  const resting = await start(RESTING);
  const ended: string[] = [];
  const restedMs = processorMs(resting.thread);
  const over = new Promise<void>((resolve) => {
    limitProcessorTime(LIMIT_MS, () => (ended.push("busy"), resolve()), busy.thread);
  });
  const cancel = limitProcessorTime(LIMIT_MS, () => ended.push("resting"), resting.thread);
  busy.work();
  resting.work();
  await over;
  expect(processorMs(busy.thread)).toBeGreaterThanOrEqual(LIMIT_MS);
  expect(processorMs(resting.thread) - restedMs).toBeLessThan(LIMIT_MS);
  cancel();
  expect(ended).toEqual(["busy"]);
});

test("the time of a thread that has ended, or of none, is that of the process", () => {
  expect(ownThread()).toEqual(expect.any(Number));
  const whole = () => processorMs(null);
  const before = whole();
  expect(processorMs(2 ** 30)).toBeGreaterThanOrEqual(before);
  expect(processorMs(ownThread())).toBeLessThanOrEqual(whole());
});
