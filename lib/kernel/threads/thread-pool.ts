import { Worker } from "node:worker_threads";
import {
  Overran,
  type ThreadAnswer,
  type ThreadQuestion,
  type Threads,
} from "@/lib/kernel/threads/off-thread";
import { processorMs } from "@/lib/kernel/threads/thread-time";
import os from "node:os";
import { FairSlots, type SlotRules } from "@/lib/kernel/threads/fair-slots";
import { whoAsks } from "@/lib/kernel/threads/who-asks";

/** What a thread says once it has loaded its code, which is no question's fault: where its time is measured. */
export interface Ready {
  /** See `ownThread`. */
  thread: number | null;
}

/**
 * A thread that says Ready and then answers one question at a time. One that overruns is ended and another started,
 * ready for the next.
 */
export class WorkerThread<Question, Answer> {
  readonly #start: () => Worker;
  #worker: Worker | undefined;
  #ready: Promise<Ready> = Promise.resolve({ thread: null });
  #closed = false;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Starts it, so that the first question does not wait for that. */
  warm(): void {
    if (this.#worker) return;
    const worker = this.#start();
    this.#ready = heardOf(worker);
    // While nobody asks, the thread must not keep the process alive.
    worker.unref();
    this.#worker = worker;
  }

  /**
   * Throws Overran when the answer takes more than `limitMs` of the thread's processor time, or its memory; an Error when
   * it ends otherwise.
   */
  async ask(question: Question, limitMs: number): Promise<Answer> {
    this.warm();
    const worker = this.#worker as unknown as Worker;
    worker.ref();
    try {
      const { thread } = await this.#ready;
      const answer = await converse<Answer>(worker, question, { limitMs, thread });
      worker.unref();
      return answer;
    } catch (error) {
      await this.#end();
      if (!this.#closed) this.warm();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    const ending = this.#worker;
    this.#worker = undefined;
    await ending?.terminate();
  }
}

/** Resolves at its first message, or its end: whoever asks then is told of that. */
function heardOf(worker: Worker): Promise<Ready> {
  return new Promise((resolve) => {
    const ended = () => resolve({ thread: null });
    worker.once("message", (ready: Ready) => resolve(ready));
    worker.once("error", ended);
    worker.once("exit", ended);
  });
}

function converse<Answer>(
  worker: Worker,
  question: unknown,
  { limitMs, thread }: Ready & { limitMs: number },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const overrun = () => settle(() => reject(new Overran(`no answer within ${limitMs} ms`)));
    const cancel = limitProcessorTime(limitMs, overrun, thread);
    const onMessage = (answer: Answer) => settle(() => resolve(answer));
    const onEnd = (reason: unknown) =>
      settle(() => reject(isOutOfMemory(reason) ? new Overran("out of memory") : endedEarly(reason)));
    function settle(outcome: () => void): void {
      cancel();
      worker.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
      outcome();
    }
    worker.once("message", onMessage).once("error", onEnd).once("exit", onEnd);
    worker.postMessage(question, []);
  });
}

const endedEarly = (cause: unknown) => new Error("the thread ended before it answered", { cause });

const isOutOfMemory = (reason: unknown) =>
  reason instanceof Error && (reason as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";

/**
 * On a machine that is busy with other work seconds can pass without a thread having had its turn. As long as it has
 * used less processor time than the limit, what it reads cannot be to blame, and it is waited for up to so many times
 * as long.
 */
const STARVED_FACTOR = 20;

/**
 * Calls `expire` once `thread` (see `ownThread`) has used `ms` of processor time, unless the result was called before.
 * Without a thread, that of the whole process counts: who else is busy in it may then cost the innocent their time.
 */
export function limitProcessorTime(ms: number, expire: () => void, thread: number | null = null): () => void {
  const before = processorMs(thread);
  const startMs = performance.now();
  const look = (): void => {
    const leftMs = ms - (processorMs(thread) - before);
    const starved = leftMs > 0 && performance.now() - startMs < ms * STARVED_FACTOR;
    if (starved) timer = setTimeout(look, Math.max(leftMs, 1));
    // Our own thread may have been busy; an answer that has come meanwhile is read before the verdict.
    else immediate = setImmediate(expire);
  };
  let immediate: NodeJS.Immediate | undefined;
  let timer = setTimeout(look, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}

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
