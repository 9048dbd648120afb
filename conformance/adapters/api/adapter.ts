import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Adapter, ConformanceCase } from "../../runner/conformance-case";

let market: ChildProcess | undefined;

/**
 * `api`: a sequence of requests against a whole market with a settable clock and an outbox. The market is a process of
 * its own: its settings and its time are not ours.
 */
export const api: Adapter = {
  kind: "api",
  async start() {
    market = fork(path.join(import.meta.dirname, "market-process.ts"), { execArgv: ["--import", "tsx"] });
    if ((await nextMessage(market)) !== "ready") throw new Error("the market did not start");
  },
  async check(testCase) {
    if (!market?.connected) throw new Error("the market is not running");
    return ask(market, testCase);
  },
  async stop() {
    if (market?.connected) {
      const ended = once(market, "exit");
      market.send("stop");
      await ended;
    }
    market = undefined;
  },
};

async function ask(child: ChildProcess, testCase: ConformanceCase): Promise<string[]> {
  const answered = nextMessage(child);
  child.send(testCase);
  const faults = await answered;
  if (!Array.isArray(faults)) throw new Error("the market ended during the case");
  return faults.map(String);
}

/** What the process says next; undefined when it ends instead. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const decided = new AbortController();
  const options = { signal: decided.signal };
  try {
    const [message] = (await Promise.race([
      once(child, "message", options),
      once(child, "exit", options).then(() => []),
    ])) as unknown[];
    return message;
  } finally {
    decided.abort();
  }
}
