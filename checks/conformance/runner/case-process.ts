import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildAside } from "@/lib/testing/build-processes";
import { RunnerError } from "./conformance-case";

/** What a case process says to one question. */
type CaseAnswer = { ok: true; result: unknown } | { ok: false; reason: string; isRunnerError: boolean };

const ANSWER_TIMEOUT_MS = 120_000;

/** A process with a market of its own, asked over its message channel, one question after the other. */
export class CaseProcess {
  #child: ChildProcess | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #file: string;
  #remove = (): void => {};

  /** `file` calls `answerCases`. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Throws when the process ends before it is ready. */
  async start(): Promise<void> {
    const { directory, remove } = await buildAside([this.#file]);
    this.#remove = remove;
    this.#child = fork(path.join(directory, `${path.parse(this.#file).name}.mjs`), {
      env: Object.assign({ NODE_ENV: "test", LOG_LEVEL: "silent" }, process.env),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    if ((await nextMessage(this.#child)) !== "ready")
      throw new Error("the market of the cases did not start");
  }

  /** The process's answer. Throws with its reason where it has none, and when it ends or stays silent. */
  async ask(question: object): Promise<unknown> {
    const answered = this.#turn.then(() => this.#exchange(question));
    this.#turn = answered.catch(() => {});
    return answered;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    this.#remove();
    if (!child?.connected) return;
    const ended = once(child, "exit");
    child.disconnect();
    await ended;
  }

  async #exchange(question: object): Promise<unknown> {
    const child = this.#child;
    if (!child?.connected) throw new Error("the market of the cases is not running");
    const answered = nextMessage(child);
    child.send(question);
    const answer = (await answered) as CaseAnswer | undefined;
    if (answer === undefined) throw new Error("the market of the cases ended");
    if (!answer.ok) throw new (answer.isRunnerError ? RunnerError : Error)(answer.reason);
    return answer.result;
  }
}

/** What the process says next; undefined when it ends instead. Throws when it does neither in time. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const decided = new AbortController();
  const options = { signal: decided.signal };
  const late = sleep(ANSWER_TIMEOUT_MS, undefined, options).then(() => {
    throw new Error("the market of the cases does not answer");
  });
  try {
    const [message] = (await Promise.race([
      once(child, "message", options),
      once(child, "exit", options).then(() => []),
      late,
    ])) as unknown[];
    return message;
  } finally {
    decided.abort();
    late.catch(() => {});
  }
}

/** Runs one question; each process knows what it is asked. */
type CaseRunner = (question: never) => Promise<unknown>;

/** The other end: answers its parent's questions until it lets go, then cleans up. Call it once everything is ready. */
export function answerCases(run: CaseRunner, close: () => Promise<void>): void {
  process.on("message", (question: unknown) => {
    void answer(run, question).then((told) => process.connected && process.send?.(told));
  });
  process.once("disconnect", () => void close().finally(() => process.exit(0)));
  process.send?.("ready");
}

async function answer(run: CaseRunner, question: unknown): Promise<CaseAnswer> {
  try {
    return { ok: true, result: await run(question as never) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, reason, isRunnerError: error instanceof RunnerError };
  }
}
