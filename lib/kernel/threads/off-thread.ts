import { createHash } from "node:crypto";
import { DomainError } from "@/lib/kernel/errors";
import type { ErrorCode } from "@/lib/kernel/error-codes";

/** To a thread: which operation to do on what. */
export interface ThreadQuestion {
  name: string;
  given: unknown;
}

/** From a thread: what came of it, or the failure to throw. */
export type ThreadAnswer =
  | { value: unknown }
  | { fault: { code: ErrorCode; message: string; details: Record<string, unknown> } }
  | { failure: string };

/** Has questions answered by threads; `limitMs` of processor time for each. */
export interface Threads {
  ask: (question: ThreadQuestion, limitMs: number) => Promise<ThreadAnswer>;
}

/** What was asked of a thread took longer than its time, or all of its memory. */
export class Overran extends Error {}

interface OperationOptions<Given> {
  limitMs?: number;
  /** Names what is read, to know it again when it has overrun; otherwise the bytes given are digested. */
  keyOf?: (given: Given) => string;
  /** What is thrown instead of CONTENT_TOO_LARGE when it overruns. */
  overrun?: () => Error;
}

const LIMIT_MS = 3_000;
const OVERRUNS_KEPT = 1_000;
const OVERRUN_KEPT_MS = 600_000;

const operations = new Map<string, (given: never) => unknown>();
// One for the process: pages and the agent API are bundled apart, each with modules of its own.
const holder = globalThis as unknown as { emporionThreads?: Threads };
/** What has overrun, and until when it is refused at once: it would do so again, and hold up others. */
const overruns = new Map<string, number>();

/**
 * An operation on a stranger's content that this process has done in a thread (`useThreads`), so that it goes on
 * answering; done on the spot by processes without threads: commands, tests. `run` takes and gives what can be copied
 * between threads, and its module is one of `processes/reading-thread.ts`. The operation throws what `run` throws (a
 * DomainError as one, anything else as an Error), CONTENT_TOO_LARGE for what takes too long, RATE_LIMITED when too many
 * wait.
 */
export function offThread<Given, Result>(
  name: string,
  run: (given: Given) => Result | Promise<Result>,
  { limitMs = LIMIT_MS, keyOf, overrun = tooCostly }: OperationOptions<Given> = {},
): (given: Given) => Promise<Result> {
  operations.set(name, run);
  return async (given) => {
    const threads = holder.emporionThreads;
    if (threads === undefined) return await run(given);
    const key = () => `${name} ${keyOf ? keyOf(given) : digestOf(given)}`;
    // While nothing has overrun, nothing needs to be named.
    if (overruns.size > 0 && (overruns.get(key()) ?? 0) > performance.now()) throw overrun();
    try {
      return readAnswer(await threads.ask({ name, given }, limitMs)) as Result;
    } catch (error) {
      if (!(error instanceof Overran)) throw error;
      rememberOverrun(key());
      throw overrun();
    }
  };
}

/** Set once by a process that answers requests; undefined again at its end. */
export function useThreads(threads: Threads | undefined): void {
  if (threads === undefined) delete holder.emporionThreads;
  else holder.emporionThreads = threads;
}

/** Does in a thread what it is asked for. */
export async function answerInThread({ name, given }: ThreadQuestion): Promise<ThreadAnswer> {
  try {
    const run = operations.get(name);
    if (run === undefined) throw new Error(`no operation is called ${name}`);
    return { value: await run(given as never) };
  } catch (error) {
    if (!(error instanceof DomainError)) return { failure: String(error) };
    const { code, message, details } = error;
    return { fault: { code, message, details: { ...details } } };
  }
}

function readAnswer(answer: ThreadAnswer): unknown {
  if ("value" in answer) return answer.value;
  if ("failure" in answer) throw new Error(answer.failure);
  const { code, message, details } = answer.fault;
  throw new DomainError(code, message, { details });
}

function rememberOverrun(key: string): void {
  overruns.delete(key);
  overruns.set(key, performance.now() + OVERRUN_KEPT_MS);
  const [oldest] = overruns.keys();
  if (overruns.size > OVERRUNS_KEPT && oldest !== undefined) overruns.delete(oldest);
}

/** Of the texts and bytes in what is given; whatever else it holds is small. */
function digestOf(given: unknown): string {
  const hash = createHash("sha256");
  const text = JSON.stringify(given, (_name, value: unknown) => {
    if (!(value instanceof Uint8Array)) return value;
    hash.update(value);
    return value.byteLength;
  });
  return hash.update(text ?? "").digest("base64url");
}

const tooCostly = () =>
  new DomainError(
    "CONTENT_TOO_LARGE",
    "Reading this takes too long. Make it smaller, or its schemas and patterns simpler.",
  );
