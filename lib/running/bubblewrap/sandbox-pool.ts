import type { Runtime } from "@/lib/running/runners/skill-runner";
import { killSandbox, type Sandbox } from "@/lib/running/bubblewrap/start-sandbox";

/** bash starts in a few milliseconds; keeping it ready gains nothing. */
const WARMED: readonly Runtime[] = ["python3", "node"];
/** How long sandboxes wait for a language nobody calls; then their memory is given back. */
const IDLE_MS = 600_000;

/**
 * Sandboxes started ahead of need, a few for each language. Each serves one run and no other. What is taken is put back
 * by `refill`, one start at a time, so that refilling never competes with the run it follows.
 */
export class SandboxPool {
  readonly #start: (runtime: Runtime) => Promise<Sandbox>;
  readonly #size: number;
  readonly #ready = new Map<Runtime, Sandbox[]>(WARMED.map((runtime) => [runtime, []]));
  readonly #filling = new Map<Runtime, Promise<void>>();
  readonly #idle = new Map<Runtime, NodeJS.Timeout>();
  #closed = false;

  constructor(start: (runtime: Runtime) => Promise<Sandbox>, size: number) {
    this.#start = start;
    this.#size = size;
  }

  /** One that waits; if it does not start, a fresh one may. */
  take(runtime: Runtime): Sandbox | undefined {
    return this.#ready.get(runtime)?.shift();
  }

  /** Starts what is missing, in the background. A start that fails is not tried again until the next call. */
  refill(runtime: Runtime): void {
    const ready = this.#ready.get(runtime);
    if (!ready || this.#size === 0 || this.#closed) return;
    this.#postponeRest(runtime);
    if (this.#filling.has(runtime)) return;
    const filling = this.#fill(runtime, ready)
      .catch(() => undefined)
      .finally(() => this.#filling.delete(runtime));
    this.#filling.set(runtime, filling);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    const ended = WARMED.map((runtime) => this.#empty(runtime));
    await Promise.all([...this.#filling.values(), ...ended]);
  }

  async #fill(runtime: Runtime, ready: Sandbox[]): Promise<void> {
    while (ready.length < this.#size && !this.#closed) {
      const sandbox = await this.#start(runtime);
      void sandbox.exited.then(() => drop(ready, sandbox));
      await sandbox.status.waiting;
      const runs = sandbox.child.exitCode === null && sandbox.child.signalCode === null;
      if (runs && !this.#closed) ready.push(sandbox);
      else await end(sandbox);
      if (!runs) throw new Error(`a sandbox did not start: ${sandbox.status.complaint}`);
    }
  }

  #postponeRest(runtime: Runtime): void {
    clearTimeout(this.#idle.get(runtime));
    const timer = setTimeout(() => void this.#empty(runtime), IDLE_MS);
    timer.unref();
    this.#idle.set(runtime, timer);
  }

  async #empty(runtime: Runtime): Promise<void> {
    await Promise.all((this.#ready.get(runtime) ?? []).splice(0).map(end));
  }
}

/** Takes out one that died while it waited. One that was taken is released by its run. */
function drop(ready: Sandbox[], sandbox: Sandbox): void {
  const place = ready.indexOf(sandbox);
  if (place < 0) return;
  ready.splice(place, 1);
  release(sandbox);
}

async function end(sandbox: Sandbox): Promise<void> {
  killSandbox(sandbox);
  await sandbox.exited;
  release(sandbox);
}

function release(sandbox: Sandbox): void {
  sandbox.status.close();
  sandbox.jobInput.destroy();
  sandbox.release();
}
