import { spawn, type ChildProcess } from "node:child_process";

const START_TIMEOUT_MS = 300_000;

/** A process that is killed and started again. */
export class MortalProcess {
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
