import { randomInt } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Market } from "@/checks/conformance/adapters/settlement/market";
import { freePort } from "@/scripts/ports";
import { bundlePrograms } from "@/scripts/bundle";
import { closeRequests } from "../request";
import { assertOutcome, type Made } from "./assert-outcome";
import { Buyer, WAYS } from "./buyers";
import { spawn, type ChildProcess } from "node:child_process";

const START_TIMEOUT_MS = 300_000;

/** A process that is killed and started again. */
class MortalProcess {
  private child: ChildProcess | undefined;
  private kills = 0;

  constructor(
    private readonly script: string,
    private readonly ready: string,
    private readonly environment: Record<string, string>,
  ) {}

  get killed(): number {
    return this.kills;
  }

  /** Starts it and waits until it says that it is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.script], {
      env: { ...process.env, ...this.environment },
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.script} did not start`)), START_TIMEOUT_MS);
      child.once("exit", () => reject(new Error(`${this.script} ended while it started`)));
      child.stdout.on("data", (text: Buffer) => {
        if (!text.toString().includes(this.ready)) return;
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Ends it at once, without a chance to tidy up, and waits until it is gone. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null) return;
    this.kills++;
    child.removeAllListeners("exit");
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }
}

const OUT = path.resolve("dist/bench-crash");
const DEFAULT_KILLS = 20;
const PRICE_LAMPORTS = 50_000n;
/** A killed process is back, and so is what it did, before it is killed again. */
const LATEST_KILL_MS = 1500;
/** As on a public cluster: signed bytes stay valid for a minute, and a process is back long before. */
const SLOT_MS = 400;
const BUYERS = 16;
const TELL_EVERY = 20;

/**
 * Kills the web or the worker process (SIGKILL) at random moments, again and again (`CRASHES`, by default 20), while
 * buyers of every kind buy one call after the other and repeat what was not answered. In the end each quote that was
 * paid on the chain has exactly one settlement, one grant, one finished run and one receipt, and each that ended unpaid
 * has a reason and no payment on the chain. Throws otherwise.
 */
export async function benchCrash(): Promise<void> {
  const kills = Number(process.env["CRASHES"] ?? DEFAULT_KILLS);
  await bundlePrograms(["checks/bench/crash/api-process.ts", "processes/worker.ts"], OUT);
  const market = await Market.open({ slotMs: SLOT_MS });
  const port = String(await freePort());
  // A quote that nobody reports a payment for is looked for by its memo when it ends; so it ends soon.
  const environment = {
    QUOTE_TTL_SECONDS: "60",
    PORT: port,
    APP_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: "silent",
  };
  const web = new MortalProcess(path.join(OUT, "api-process.mjs"), "listening", environment);
  const worker = new MortalProcess(path.join(OUT, "worker.mjs"), "ready", environment);
  try {
    const skill = await market.publish(PRICE_LAMPORTS);
    await Promise.all([web.start(), worker.start()]);
    const startedMs = performance.now();
    const made = await buyWhile(
      () => killAgainAndAgain({ web, worker }, kills),
      new Buyer(market, environment.APP_URL, skill),
    );
    const { bought, unpaid } = await assertOutcome(market.context(), made);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    console.log(
      `crash: ${bought.size} purchases, web killed ${web.killed} times, worker ${worker.killed} times, in ${seconds} s: ` +
        `${unpaid.length} ended unpaid with a recorded reason; ` +
        "each paid quote has one settlement and one grant, each call that was asked for one run and one receipt",
    );
  } finally {
    closeRequests();
    await web.kill();
    await worker.kill();
    await market.close();
  }
}

/**
 * Buyers buy at the same time, in every way by turns, until the work is done; the purchases under way are brought to
 * their end.
 */
async function buyWhile(work: () => Promise<void>, buyer: Buyer): Promise<Made[]> {
  const made: Made[] = [];
  const over = new AbortController();
  let turn = 0;
  const lane = async () => {
    while (!over.signal.aborted) {
      const way = WAYS[turn++ % WAYS.length] ?? "pull";
      made.push({ ...(await buyer.buy(way)), way });
    }
  };
  const working = work().finally(() => {
    buyer.killing = false;
    over.abort();
  });
  const lanes = Array.from({ length: BUYERS }, () => lane().finally(() => over.abort()));
  await Promise.all([working, ...lanes]);
  return made;
}

interface Processes {
  web: MortalProcess;
  worker: MortalProcess;
}

async function killAgainAndAgain({ web, worker }: Processes, kills: number): Promise<void> {
  for (let i = 1; i <= kills; i++) {
    await sleep(randomInt(LATEST_KILL_MS));
    const victim = randomInt(2) === 0 ? web : worker;
    await victim.kill();
    await victim.start();
    if (i % TELL_EVERY === 0) console.log(`crash: ${i} kills`);
  }
}
