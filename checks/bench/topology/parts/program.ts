import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const STOP_MS = 40_000;

export interface ProgramParts {
  name: string;
  command: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Where what it prints is kept. */
  directory: string;
  /** Some refuse to run as root. */
  user?: { uid: number; gid: number } | undefined;
  /** It has processes of its own, and stops them when it is asked to stop. */
  hasOthers?: true;
}

/** One process of the topology: started, killed and started again. It ends with this process, however that ends. */
export class Program {
  readonly log: string;
  #child: ChildProcess | undefined;
  #folder: string | undefined;

  constructor(private readonly parts: ProgramParts) {
    this.log = path.join(parts.directory, `${parts.name}.log`);
  }

  get name(): string {
    return this.parts.name;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get pid(): number | undefined {
    return this.isRunning ? this.#child?.pid : undefined;
  }

  /** From its next start on it runs the files of this folder. */
  moveTo(folder: string): void {
    this.#folder = folder;
  }

  start(): void {
    const { command, args = [], env = {}, user } = this.parts;
    const out = fs.openSync(this.log, "a");
    this.#child = spawn("setpriv", ["--pdeathsig", "TERM", "--", command, ...args], {
      env: {
        NODE_ENV: "production",
        PATH: `${process.env["PATH"]}:/usr/sbin`,
        LC_ALL: "C.UTF-8",
        TZ: "UTC",
        ...env,
      },
      stdio: ["ignore", out, out],
      cwd: this.#folder,
      detached: true, // Ctrl-C reaches us first, and we stop everything in order
      ...user,
    });
    this.#child.on("error", () => {}); // told of by whoever waits for it
    fs.closeSync(out);
  }

  /** Sends the signal and waits until it is gone; a process that takes too long to end is killed. */
  async end(signal: NodeJS.Signals, { ms = STOP_MS } = {}): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    const timer = setTimeout(() => child.kill("SIGKILL"), ms);
    child.kill("SIGCONT");
    child.kill(signal);
    await gone;
    clearTimeout(timer);
  }

  /** At the end of a run, when nothing of it is needed any more. */
  stop(): Promise<void> {
    return this.end(this.parts.hasOthers ? "SIGTERM" : "SIGKILL");
  }

  /** Stops it where it stands, as a machine that lost its network does: its connections stay open and silent. */
  freeze(): void {
    this.#child?.kill("SIGSTOP");
  }

  /** Throws when it has ended by itself. */
  assertRuns(): void {
    if (this.isRunning) return;
    const said = fs.readFileSync(this.log, "utf8").slice(-2_000);
    throw new Error(`${this.name} has ended. It said last:\n${said}`);
  }
}
