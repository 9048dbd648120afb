// Keeps the processes of one market running and stops them together.
import { spawn, type ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";

const STOP_GRACE_MS = 8_000;
/** What a web process needs beside the time that runs may take to end (processes/web.ts). */
const BESIDE_RUNS_MS = 5_000;
const DEFAULT_DRAIN_SECONDS = 5;
const RESTART_PAUSE_MS = 500;
const MAX_RESTARTS = 10; // within RESTART_WINDOW_MS; after that something is wrong that a restart does not mend
const RESTART_WINDOW_MS = 60_000;

/**
 * How long processes may take to end: runs under way get RUNNER_DRAIN_SECONDS of it, after the STOP_DELAY_SECONDS in
 * which requests are still taken.
 */
export function stopGraceMs(drainSeconds: string | undefined, delaySeconds?: string): number {
  const runsMs = Number(drainSeconds || DEFAULT_DRAIN_SECONDS) * 1_000 + BESIDE_RUNS_MS;
  return Math.max(STOP_GRACE_MS, runsMs) + Number(delaySeconds || 0) * 1_000;
}

type Reason = number | string | null;

interface Entry {
  name: string;
  script: string;
  env: Record<string, string>;
  deaths: number[];
  process?: ChildProcess | undefined;
  onLine?: (line: string) => void;
  onExit?: (reason: Reason) => void;
}

export interface SupervisorOptions {
  onGiveUp?: ((name: string, reason: Reason) => void) | undefined;
  onLine?: ((line: string, name: string) => void) | undefined;
  graceMs?: number;
}

/** Starts processes by name; a process that dies by itself is started again until it does so too often. */
export class Supervisor {
  readonly #children = new Map<string, Entry>();
  #stopping = false;
  readonly #onGiveUp: (name: string, reason: Reason) => void;
  readonly #onLine: (line: string, name: string) => void;
  readonly #graceMs: number;

  /** `onLine` is given each line that a process prints, and the name of the process. */
  constructor({ onGiveUp, onLine, graceMs = STOP_GRACE_MS }: SupervisorOptions = {}) {
    this.#onGiveUp = onGiveUp ?? (() => {});
    this.#onLine = onLine ?? (() => {});
    this.#graceMs = graceMs;
  }

  /** Starts `script` with Node and resolves when it prints a line that contains `ready`. */
  start(
    name: string,
    script: string,
    {
      env = {},
      ready,
      timeoutMs = 60_000,
    }: { env?: Record<string, string>; ready: string; timeoutMs?: number },
  ): Promise<void> {
    const entry: Entry = { name, script, env, deaths: [] };
    this.#children.set(name, entry);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${name} did not get ready in ${timeoutMs / 1000} s`)),
        timeoutMs,
      );
      entry.onLine = (line) => {
        if (!line.includes(ready)) return;
        clearTimeout(timer);
        resolve();
      };
      entry.onExit = (reason) => {
        clearTimeout(timer);
        reject(new Error(`${name} ended before it was ready (${reason})`));
      };
      this.#launch(entry);
    });
  }

  /** Process id of a running process, for tests that end it. */
  pid(name: string): number | undefined {
    return this.#children.get(name)?.process?.pid;
  }

  #launch(entry: Entry): void {
    // A process group of its own: Ctrl-C reaches only the supervisor, which then stops everything in order.
    const child = spawn(process.execPath, [entry.script], {
      env: { ...process.env, ...entry.env, SUPERVISED: "1" },
      stdio: ["pipe", "pipe", "pipe"], // its standard input ends when we do
      detached: true,
    });
    entry.process = child;
    for (const stream of [child.stdout, child.stderr]) pipeLines(stream, entry, this.#onLine);
    child.on("exit", (code, signal) => this.#onExit(entry, code ?? signal));
  }

  #onExit(entry: Entry, reason: Reason): void {
    entry.process = undefined;
    entry.onExit?.(reason);
    if (this.#stopping) return;
    const now = Date.now();
    entry.deaths = [...entry.deaths.filter((at) => now - at < RESTART_WINDOW_MS), now];
    if (entry.deaths.length > MAX_RESTARTS) return this.#onGiveUp(entry.name, reason);
    console.error(`${entry.name} ended (${reason}); starting it again`);
    setTimeout(() => !this.#stopping && this.#launch(entry), RESTART_PAUSE_MS);
  }

  /** Asks all processes to finish, last started first, and ends what does not. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const entry of [...this.#children.values()].reverse()) await end(entry.process, this.#graceMs);
  }
}

function pipeLines(stream: Readable, entry: Entry, onLine: (line: string, name: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      entry.onLine?.(line);
      onLine(line, entry.name);
      process.stdout.write(`${entry.name.padEnd(6)} │ ${line}\n`);
    }
  });
}

function end(child: ChildProcess | undefined, graceMs: number): Promise<void> {
  if (!child || child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill("SIGTERM");
  });
}
