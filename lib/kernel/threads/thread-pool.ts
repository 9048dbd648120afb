import os from "node:os";
import { Worker } from "node:worker_threads";
import { FairSlots, type SlotRules } from "@/lib/kernel/threads/fair-slots";
import type { ThreadAnswer, ThreadQuestion, Threads } from "@/lib/kernel/threads/off-thread";
import { whoAsks } from "@/lib/kernel/threads/who-asks";
import { WorkerThread } from "@/lib/kernel/threads/worker-thread";

/** One is kept for quick questions, so there are two at least; more than four only take each other's processors. */
export const threadCount = () => Math.max(2, Math.min(4, os.availableParallelism()));

const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

/** Threads that run `script` (the bundled `processes/reading-thread.ts`), shared fairly among the networks that ask. */
export class ThreadPool implements Threads {
  readonly #threads: readonly WorkerThread<ThreadQuestion, ThreadAnswer>[];
  readonly #seats: FairSlots<WorkerThread<ThreadQuestion, ThreadAnswer>>;

  constructor(script: URL, { count = threadCount(), ...rules }: SlotRules & { count?: number } = {}) {
    const start = () => new Worker(script, { env: {}, resourceLimits: LIMITS });
    this.#threads = Array.from({ length: count }, () => new WorkerThread(start));
    this.#seats = new FairSlots(this.#threads, rules);
    for (const thread of this.#threads) thread.warm();
  }

  ask(question: ThreadQuestion, limitMs: number): Promise<ThreadAnswer> {
    return this.#seats.use(whoAsks(), (thread) => thread.ask(question, limitMs));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
