import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { WorkerThread } from "@/lib/kernel/threads/thread-pool";
import type { SchemaAnswer, SchemaQuestion } from "@/lib/running/contract/schema-program";

interface SchemaTimes {
  readonly startMs: number;
  readonly compileMs: number;
  readonly validateMs: number;
}

/**
 * `schema_slow`: compiling took too long, with no value at hand. `value_slow`: checking this value took too long, or
 * more memory than there is, which says nothing about other values.
 */
export type SchemaVerdict = SchemaAnswer | { readonly kind: "schema_slow" } | { readonly kind: "value_slow" };

/** Fewer than the thread keeps compiled, so that it never has to compile one of them in the time of a check. */
const KNOWN_COMPILED = 32;
/** Answered as soon as the thread is there. */
const EMPTY: SchemaQuestion = { draft: "draft-07", schema: "true", value: null, fill: false };

/**
 * One worker thread that answers one question at a time, so that each has its own time. A thread that overruns, or
 * runs out of memory, is ended and a new one started for the next question.
 */
export class SchemaThread {
  readonly #times: SchemaTimes;
  readonly #thread = new WorkerThread<SchemaQuestion, SchemaAnswer>(startWorker);
  #isReady = false;
  #last: Promise<unknown> = Promise.resolve();
  /** Schemas this thread has compiled. */
  readonly #compiled = new LRUCache<string, true>({ max: KNOWN_COMPILED });

  constructor(times: SchemaTimes) {
    this.#times = times;
  }

  ask(question: SchemaQuestion): Promise<SchemaVerdict> {
    const answer = this.#last.then(() => this.#ask(question));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #ask(question: SchemaQuestion): Promise<SchemaVerdict> {
    const key = question.draft + String(question.fill) + question.schema;
    if (!this.#compiled.has(key)) {
      const compiled = await this.#put({ ...question, value: null }, this.#times.compileMs);
      if (compiled === null) return { kind: "schema_slow" };
      if (compiled.kind !== "checked") return compiled;
    }
    this.#compiled.set(key, true);
    if (question.value === null) return { kind: "checked", errors: [] };
    return (await this.#put(question, this.#times.validateMs)) ?? { kind: "value_slow" };
  }

  /** Null when it overruns. Whoever made it do so waits until the next thread is there, and nobody else does. */
  async #put(question: SchemaQuestion, limitMs: number): Promise<SchemaAnswer | null> {
    if (!this.#isReady) await this.#begin();
    try {
      return await this.#thread.ask(question, limitMs);
    } catch {
      await this.#begin().catch(() => undefined); // the next question says so
      return null;
    }
  }

  async #begin(): Promise<void> {
    this.#isReady = false;
    this.#compiled.clear();
    await this.#thread.ask(EMPTY, this.#times.startMs).catch((cause: unknown) => {
      throw new Error("The schema thread did not start.", { cause });
    });
    this.#isReady = true;
  }
}

const startWorker = () =>
  new Worker(/* turbopackIgnore: true */ findProgram(), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });

/**
 * `schema-program.ts` beside its source; or what the build made of it (`scripts/bundle.ts`), beside a program or its
 * parts, and for pages, which lie elsewhere, where the market was started.
 */
function findProgram(): string {
  const [here, started] = [path.dirname(fileURLToPath(import.meta.url)), process.cwd()];
  const places = [
    [here, "schema-program.ts"],
    [here, "schema-program.mjs"],
    [here, "..", "schema-program.mjs"],
    [started, "dist", "schema-program.mjs"],
    [started, "lib", "running", "contract", "schema-program.ts"],
  ].map((parts) => path.join(/* turbopackIgnore: true */ ...(parts as [string, ...string[]])));
  const found = places.find((place) => fs.existsSync(/* turbopackIgnore: true */ place));
  if (found === undefined) throw new Error("The program that checks schemas is not there: npm run build.");
  return found;
}
