import { Worker } from "node:worker_threads";
import { DomainError } from "@/lib/kernel/errors";
import type { SkillPackage } from "@/lib/package";
import type { Scanner, ScannerOptions } from "@/lib/vetting/current-scanner";
import type { ScanResult } from "@/lib/vetting/scan-package";

/** To the thread: what to judge, and by what. */
export interface ThreadQuestion {
  skillPackage: SkillPackage;
  options: ScannerOptions;
}

/** From the thread: the judgement of the package it was sent, or why there is none. */
export type ThreadAnswer = { judgement: ScanResult } | { failure: string };

/** A full package takes a few seconds on a busy machine; one that takes longer is made to. */
const TIME_LIMIT_MS = 30_000;
/** Each waits with up to 5 MiB. */
const MAX_WAITING = 16;
const BUSY_RETRY_SECONDS = 10;

/**
 * Judges packages one after the other in a thread of their own, so that the process goes on answering: reading
 * megabytes of a stranger's code takes seconds. `script` is the bundled `processes/vetting-thread.ts`. The judge throws
 * DRAFT_NOT_APPROVED for a package that takes too long, and RATE_LIMITED when too many wait.
 */
export function judgeInThread(
  script: URL,
  { timeLimitMs = TIME_LIMIT_MS, maxWaiting = MAX_WAITING } = {},
): { judge: Scanner; close: () => Promise<void> } {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function close(): Promise<void> {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  async function judgeNext(question: ThreadQuestion): Promise<ScanResult> {
    worker ??= startWorker(script);
    try {
      return await converse(worker, question, timeLimitMs);
    } catch (error) {
      // A thread that was given up, or ended, is replaced by the next package's.
      await close();
      throw error;
    }
  }

  async function judge(skillPackage: SkillPackage, options: ScannerOptions = {}): Promise<ScanResult> {
    if (waiting >= maxWaiting) throw tooBusy();
    waiting += 1;
    const turn = last.then(() => judgeNext({ skillPackage, options }));
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  }

  return { judge, close };
}

/** Trees are made and thrown away: with more room for what is young, a third less time goes into collecting it. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };

function startWorker(script: URL): Worker {
  const worker = new Worker(script, { env: {}, resourceLimits: LIMITS });
  worker.unref();
  return worker;
}

function converse(worker: Worker, question: ThreadQuestion, timeLimitMs: number): Promise<ScanResult> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(tooSlow(timeLimitMs))), timeLimitMs);
    const onMessage = (answer: ThreadAnswer) =>
      settle(() =>
        "judgement" in answer
          ? resolve(answer.judgement)
          : reject(new Error(`vetting failed: ${answer.failure}`)),
      );
    const onEnd = (reason: unknown) =>
      settle(() => reject(new Error("the vetting thread ended", { cause: reason })));
    function settle(outcome: () => void): void {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
      outcome();
    }
    worker.once("message", onMessage).once("error", onEnd).once("exit", onEnd);
    worker.postMessage(question, []);
  });
}

function tooSlow(timeLimitMs: number): DomainError {
  return new DomainError(
    "DRAFT_NOT_APPROVED",
    `Vetting did not end within ${timeLimitMs / 1000} s, and only approved drafts are kept. Make the package smaller.`,
    { details: { reason: "timeout" } },
  );
}

function tooBusy(): DomainError {
  return new DomainError("RATE_LIMITED", "Too many drafts are being vetted right now.", {
    details: { retryAfterSeconds: BUSY_RETRY_SECONDS },
  });
}
