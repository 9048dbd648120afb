import { randomBytes } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { cacheFor } from "@/lib/kernel/memoize";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { isSameSecret } from "@/lib/kernel/digest";
import { readBounded } from "@/lib/kernel/read-bounded";
import { boundTimeout, packJob } from "@/lib/running/sandbox/job";
import { describeLimits } from "@/lib/running/sandbox/limits";
import {
  NEVER_STARTED,
  type ProbeResult,
  type RunJob,
  type RunOutcome,
  type SkillRunner,
} from "@/lib/running/runners/skill-runner";
import {
  signAnswer,
  signRequest,
  encodeJob,
  MAX_ANSWER_BYTES,
  NONCE_HEADER,
  readOutcome,
  readProbe,
  readRefusal,
  SIGNATURE_HEADER,
  TIME_HEADER,
} from "@/lib/running/remote/wire";

interface RemoteOptions {
  readonly url: string;
  /** Shared with the worker: each side proves with it who it is. */
  readonly secret: string;
}

const PROBE_TIMEOUT_MS = 30_000;
/** Of the network and the worker's queue, beside the run's own time. */
const SPARE_MS = 30_000;
const PROBE_KEPT_MS = 5_000;

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Runs skills on another machine, so that nothing of a stranger is ever run beside the market's keys. Both sides sign
 * with a shared secret; an answer that is not signed for this very request is not believed.
 */
export class RemoteRunner implements SkillRunner {
  readonly name = "remote";
  readonly #options: RemoteOptions;
  readonly #shutdown = new AbortController();
  readonly #probes = cacheFor<ProbeResult>({ cacheMs: PROBE_KEPT_MS, most: 1, worthCaching: () => true });

  constructor(options: RemoteOptions) {
    this.#options = options;
  }

  probe(): Promise<ProbeResult> {
    return this.#probes("worker", systemClock.now(), () => this.#probe());
  }

  async run(job: RunJob): Promise<RunOutcome> {
    packJob(job); // Refuses what no worker could start.
    if (job.signal?.aborted) return cancelled(job);
    const signals = [this.#shutdown.signal, AbortSignal.timeout(boundTimeout(job.timeoutMs) + SPARE_MS)];
    const signal = AbortSignal.any(job.signal ? [...signals, job.signal] : signals);
    let answer: Answer;
    try {
      answer = await this.#ask("POST", "/run", { body: encodeJob(job), signal });
    } catch (error) {
      if (job.signal?.aborted) return cancelled(job);
      throw unavailable(error);
    }
    if (answer.status === 200) return readOutcome(answer.body);
    const { code, message } = readRefusal(answer.body);
    throw new DomainError(code, message);
  }

  close(): Promise<void> {
    this.#shutdown.abort();
    return Promise.resolve();
  }

  async #probe(): Promise<ProbeResult> {
    try {
      const signal = AbortSignal.any([this.#shutdown.signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
      return readProbe((await this.#ask("GET", "/probe", { body: Buffer.alloc(0), signal })).body);
    } catch (error) {
      const remedy = "Start the worker (node dist/runner.mjs), and give both sides the same RUNNER_SECRET.";
      return { ok: false, reason: `The worker that runs skills is not responding. ${String(error)}`, remedy };
    }
  }

  async #ask(
    method: string,
    path: string,
    { body, signal }: { body: Buffer; signal: AbortSignal },
  ): Promise<Answer> {
    const { url, secret } = this.#options;
    const nonce = randomBytes(16).toString("hex");
    const timeMs = systemClock.now().getTime();
    const headers = {
      "content-type": "application/json",
      "content-length": String(body.length),
      [TIME_HEADER]: String(timeMs),
      [NONCE_HEADER]: nonce,
      [SIGNATURE_HEADER]: signRequest(secret, { method, path, timeMs, nonce, body }),
    };
    const answer = await send(new URL(path, url), { method, headers, signal, agent: false }, body);
    const { status, signature } = answer;
    if (!isSameSecret(signature, signAnswer(secret, { nonce, status, body: answer.body }))) {
      throw new Error(`The answer (HTTP ${status}) is not signed by the worker.`);
    }
    return answer;
  }
}

function send(url: URL, options: http.RequestOptions, body: Buffer): Promise<Answer & { signature: string }> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(url, options, (response) => {
      const { statusCode: status = 0, headers } = response;
      const signature = headers[SIGNATURE_HEADER];
      readBounded(response, MAX_ANSWER_BYTES)
        .then((read) => {
          if (read === null) throw new Error("The answer is too long.");
          return { status, body: read, signature: typeof signature === "string" ? signature : "" };
        })
        .then(resolve, reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

const unavailable = (error: unknown) =>
  new DomainError("RUNNER_UNAVAILABLE", "The worker that runs skills is not responding.", { cause: error });

function cancelled({ timeoutMs }: RunJob): RunOutcome {
  const { started: _, ...outcome } = NEVER_STARTED;
  return {
    ...outcome,
    runner: "remote",
    isolation: "none",
    enforced: { ...describeLimits(0), hostUid: null, timeoutMs: boundTimeout(timeoutMs) },
  };
}
