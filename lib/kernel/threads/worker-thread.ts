import type { Worker } from "node:worker_threads";
import { limitProcessorTime } from "@/lib/kernel/threads/limit-processor-time";
import { Overran } from "@/lib/kernel/threads/off-thread";

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
