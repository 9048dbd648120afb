import { spawn } from "node:child_process";
import path from "node:path";
import { freePort } from "@/lib/testing/free-port";
import { marketSettings, type Addresses, readEnv, fillRecipe } from "./market-settings";
import { makeNextVersion } from "./next-version";
import type { Place } from "./place";
import { Program } from "./program";
import { answers, until } from "./until";

const BUCKET = "packages";
/** Megabytes that each may keep, as the recipes say. */
const HEAP = { web: 768, worker: 512, runner: 256 };
const heapOf = (kind: keyof typeof HEAP) => ({ NODE_OPTIONS: `--max-old-space-size=${HEAP[kind]}` });

export interface Ports {
  web: readonly number[];
  runners: readonly { port: number; health: number }[];
  store: number;
  ledger: number;
}

export async function marketPorts(): Promise<Ports> {
  const runner = async () => ({ port: await freePort(), health: await freePort() });
  return {
    web: [await freePort(), await freePort()],
    runners: [await runner(), await runner()],
    store: await freePort(),
    ledger: await freePort(),
  };
}

/** The processes of the market, of the built files: two of each kind, on the ports that the balancer knows. */
export class MarketProcesses {
  readonly store: Program;
  readonly webs: readonly Program[];
  readonly workers: readonly Program[];
  readonly runners: readonly Program[];
  readonly settings: Readonly<Record<string, string>>;
  readonly #ledger: Program;
  readonly #place: Place;

  constructor(
    place: Place,
    private readonly ports: Ports,
    addresses: Omit<Addresses, "storeUrl" | "ledgerUrl">,
  ) {
    this.#place = place;
    const { directory } = place;
    const settings = marketSettings(place.folder("market"), {
      ...addresses,
      storeUrl: `http://127.0.0.1:${ports.store}`,
      ledgerUrl: `http://127.0.0.1:${ports.ledger}`,
    });
    this.settings = settings;
    const node = (name: string, args: readonly string[], env: Record<string, string>) =>
      new Program({ name, command: process.execPath, args, env, directory });
    this.#ledger = node("ledger", ["dist/ledger.mjs"], {
      DEMONSTRATION: "true",
      LEDGER_PORT: String(ports.ledger),
      LEDGER_DIR: place.folder("chain"),
    });
    const s3rver = ["node_modules/s3rver/bin/s3rver.js", "-d", place.folder("s3"), "-a", "127.0.0.1"];
    this.store = node(
      "store",
      [...s3rver, "-p", String(ports.store), "--configure-bucket", BUCKET, "-s"],
      {},
    );
    this.webs = ports.web.map((port, i) =>
      node(`web${i + 1}`, ["dist/web.mjs"], { ...settings, ...heapOf("web"), PORT: String(port) }),
    );
    this.workers = [1, 2].map((number) =>
      node(`worker${number}`, ["dist/worker.mjs"], { ...settings, ...heapOf("worker") }),
    );
    this.runners = ports.runners.map(({ port, health }, i) => {
      const recipe = fillRecipe("runner.env", {
        "10.0.0.11": "127.0.0.1",
        "RUNNER_PORT=3900": `RUNNER_PORT=${port}`,
        "METRICS_PORT=9465": `METRICS_PORT=${health}`,
        SECRET_OF_RUNNERS: settings["RUNNER_SECRET"] ?? "",
        "/var/lib/emporion/runtime-images": path.join(directory, `images${i + 1}`),
      });
      return node(`runner${i + 1}`, ["dist/runner.mjs"], { ...readEnv(recipe), ...heapOf("runner") });
    });
    place.keep([this.#ledger, this.store, ...this.runners, ...this.workers, ...this.webs]);
  }

  /** As the page for operators says: migrate, then the workers, then what people come to. */
  async start(): Promise<void> {
    this.#ledger.start();
    this.store.start();
    for (const runner of this.runners) runner.start();
    await until("the store", async () => (await fetch(`http://127.0.0.1:${this.ports.store}`)).status < 500);
    await this.runToEnd("migrate");
    for (const program of [...this.workers, ...this.webs]) program.start();
    await this.untilServing();
  }

  /** A command of the built files, with the settings of the market. */
  async runToEnd(command: "migrate" | "seed"): Promise<void> {
    const env = { ...process.env, ...this.settings, NODE_ENV: "production" as const };
    const child = spawn(process.execPath, [`dist/${command}.mjs`], { env, stdio: "inherit" });
    const code = await new Promise((resolve) => child.once("exit", resolve));
    if (code !== 0) throw new Error(`${command} ended with ${String(code)}`);
  }

  /** The addresses of the two web processes, without the balancer between. */
  get urls(): string[] {
    return this.ports.web.map((port) => `http://127.0.0.1:${port}`);
  }

  /** A web process beside those that the balancer knows. */
  addWeb(name: string, settings: Readonly<Record<string, string>>): Program {
    const { directory } = this.#place;
    const env = { ...this.settings, ...settings };
    const program = new Program({ name, command: process.execPath, args: ["dist/web.mjs"], env, directory });
    this.#place.keep([program]);
    return program;
  }

  /** The same files with the next version in them, for processes to move to. */
  makeNextVersion(): string {
    return makeNextVersion(this.#place.folder("next-version"));
  }

  /** Both runners take runs. */
  async untilRunning(): Promise<void> {
    for (const { health } of this.ports.runners)
      await until("the runners", () => answers(`http://127.0.0.1:${health}/readyz`));
  }

  /** Both web processes answer, and reach the database. */
  async untilServing(): Promise<void> {
    for (const [i, port] of this.ports.web.entries())
      await until(`web${i + 1}`, async () => {
        this.webs[i]?.assertRuns();
        const signal = AbortSignal.timeout(2_000);
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal });
        return answer.status === 200 && !(await answer.text()).includes("waiting_for");
      });
  }
}
