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

export type SchemaVerdict =
  | { readonly kind: "checked"; readonly errors: readonly SchemaError[] }
  | { readonly kind: "unusable"; readonly reason: string }
  | { readonly kind: "too_slow"; readonly step: "compile" | "validate" };

type Question = Omit<SchemaQuestion, "id" | "compiled">;

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
    const started = await this.#worker.get();
    const { worker } = started;
    // While nobody asks, the thread must not keep the process alive.
    worker.ref();
    const key = question.draft + question.schema;
    const compiled = this.#compiled.delete(key);
    const verdict = await converse(started, { ...question, compiled, id: this.#nextId++ }, this.#times);
    worker.unref();
    if (verdict.kind === "checked") this.#remember(key);
    if (verdict.kind === "too_slow") await this.close();
    return verdict;
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

function converse(
  { worker, thread }: Started,
  question: SchemaQuestion,
  times: SchemaTimes,
): Promise<SchemaVerdict> {
  return new Promise((resolve) => {
    let step: "compile" | "validate" = question.compiled ? "validate" : "compile";
    let cancel = limit(question.compiled ? times.validateMs : times.compileMs);
    function limit(ms: number): () => void {
      return limitProcessorTime(ms, () => end({ kind: "too_slow", step }), thread);
    }
    function end(verdict: SchemaVerdict): void {
      cancel();
      worker.off("message", hear);
      worker.off("error", fail);
      worker.off("exit", fail);
      resolve(verdict);
    }
    function hear(answer: SchemaAnswer): void {
      if (answer.id !== question.id) return;
      if (answer.kind !== "compiled") return end(answer);
      step = "validate";
      cancel();
      cancel = limit(times.validateMs);
    }
    // Out of memory ends the thread: as costly as running out of time.
    function fail(): void {
      end({ kind: "too_slow", step });
    }
    worker.on("message", hear);
    worker.once("error", fail);
    worker.once("exit", fail);
    worker.postMessage(question, []);
  });
}
