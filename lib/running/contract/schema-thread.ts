import type { Worker } from "node:worker_threads";
import { limitProcessorTime } from "@/lib/kernel/threads/limit-processor-time";
import { MemoizedSuccess } from "@/lib/kernel/memoize-success";
import type { Ready } from "@/lib/kernel/threads/worker-thread";
import { startSchemaWorker, type SchemaAnswer, type SchemaError, type SchemaQuestion } from "./schema-worker";

export interface SchemaTimes {
  readonly startMs: number;
  readonly compileMs: number;
  readonly validateMs: number;
}

/**
 * `schema_slow`: compiling took too long, with no value at hand. `value_slow`: checking this value took too long, or more
 * memory than there is, which says nothing about other values.
 */
export type SchemaVerdict =
  | { readonly kind: "checked"; readonly errors: readonly SchemaError[]; readonly filled?: string }
  | { readonly kind: "unusable"; readonly reason: string }
  | { readonly kind: "schema_slow" }
  | { readonly kind: "value_slow" };

type Question = Omit<SchemaQuestion, "id">;

/** Fewer than the thread keeps compiled, so that it never has to compile one of them in the time of a check. */
const KNOWN_COMPILED = 32;

/**
 * One worker thread that answers one question at a time, so that each has its own time. A thread that overruns, or
 * runs out of memory, is ended and a new one started for the next question.
 */
export class SchemaThread {
  readonly #times: SchemaTimes;
  readonly #worker = new MemoizedSuccess(() => startedWorker(this.#times.startMs));
  #last: Promise<unknown> = Promise.resolve();
  #nextId = 1;
  /** Schemas this thread has compiled, the ones used last at the end. */
  #compiled = new Set<string>();

  constructor(times: SchemaTimes) {
    this.#times = times;
  }

  ask(question: Question): Promise<SchemaVerdict> {
    const answer = this.#last.then(() => this.#ask(question));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    this.#compiled.clear();
    const started = await this.#worker.take();
    await started?.worker.terminate();
  }

  async #ask(question: Question): Promise<SchemaVerdict> {
    const key = question.draft + String(question.fill) + question.schema;
    if (!this.#compiled.delete(key)) {
      const compiled = await this.#put({ ...question, value: null }, this.#times.compileMs);
      if (compiled === null) return { kind: "schema_slow" };
      if (compiled.kind !== "checked") return compiled;
    }
    this.#remember(key);
    if (question.value === null) return { kind: "checked", errors: [] };
    return (await this.#put(question, this.#times.validateMs)) ?? { kind: "value_slow" };
  }

  /** Null when it overruns. Whoever made it do so waits until the next thread is there, and nobody else does. */
  async #put(question: Question, limitMs: number): Promise<SchemaVerdict | null> {
    const started = await this.#worker.get();
    // While nobody asks, the thread must not keep the process alive.
    started.worker.ref();
    const answer = await converse(started, { ...question, id: this.#nextId++ }, limitMs);
    started.worker.unref();
    if (answer !== null) return answer;
    await this.close();
    await this.#worker.get().then(
      ({ worker }) => worker.unref(),
      () => undefined, // the next question says so
    );
    return null;
  }

  #remember(key: string): void {
    this.#compiled.add(key);
    const [oldest] = this.#compiled;
    if (this.#compiled.size > KNOWN_COMPILED && oldest !== undefined) this.#compiled.delete(oldest);
  }
}

type Started = Ready & { worker: Worker };

/** A worker that has loaded its packages, which takes a moment that is no schema's fault. */
async function startedWorker(startMs: number): Promise<Started> {
  const worker = startSchemaWorker();
  try {
    const { thread } = await new Promise<Ready>((resolve, reject) => {
      const end = (how: () => void) => (clearTimeout(timer), how());
      const late = () => reject(new Error("The schema thread did not start."));
      const timer = setTimeout(late, startMs);
      worker.once("message", (ready: Ready) => end(() => resolve(ready)));
      worker.once("error", (error) => end(() => reject(error)));
    });
    return { worker, thread };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

/** The answer; null when it took more processor time than it may, or all of the memory. */
function converse(
  { worker, thread }: Started,
  question: SchemaQuestion,
  limitMs: number,
): Promise<SchemaAnswer | null> {
  return new Promise((resolve) => {
    const giveUp = () => end(null);
    const cancel = limitProcessorTime(limitMs, giveUp, thread);
    function end(answer: SchemaAnswer | null): void {
      cancel();
      worker.off("message", hear).off("error", giveUp).off("exit", giveUp);
      resolve(answer);
    }
    function hear(answer: SchemaAnswer): void {
      if (answer.id === question.id) end(answer);
    }
    worker.on("message", hear).once("error", giveUp).once("exit", giveUp);
    worker.postMessage(question, []);
  });
}
