import http from "node:http";
import { systemClock } from "@/lib/kernel/clock";
import { isDomainError } from "@/lib/kernel/errors";
import { isSameSecret } from "@/lib/kernel/digest";
import { logFailure } from "@/lib/kernel/observability/logger";
import { readBounded } from "@/lib/kernel/read-bounded";
import type { SkillRunner } from "@/lib/running/runners/skill-runner";
import {
  REQUEST_LIFETIME_MS,
  signAnswer,
  signRequest,
  decodeJob,
  MAX_REQUEST_BYTES,
  NONCE_HEADER,
  SIGNATURE_HEADER,
  TIME_HEADER,
  toRefusal,
} from "@/lib/running/remote/wire";

const NONCE = /^[0-9a-f]{32}$/;

/**
 * Answers `/probe` and `/run` of another server's remote runner with a runner of this machine. Whoever does not know
 * the secret gets an empty 401 and nothing is run for them; a request is good once and for a minute.
 */
export function serveRunner(runner: SkillRunner, secret: string): http.Server {
  const used = new UsedNonces();
  return http.createServer((request, response) => {
    answer(request, response, { runner, secret, used }).catch((error: unknown) => {
      logFailure(error, {}, "a worker request ended without an answer");
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
}

interface Worker {
  readonly runner: SkillRunner;
  readonly secret: string;
  readonly used: UsedNonces;
}

async function answer(request: http.IncomingMessage, response: http.ServerResponse, worker: Worker) {
  const body = await readBounded(request, MAX_REQUEST_BYTES);
  const nonce = body && acceptedNonce(request, body, worker);
  if (!body || !nonce) {
    response.writeHead(401, { connection: "close" });
    response.end();
    return;
  }
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const { status, value } = await perform(request, body, { worker, signal: gone.signal });
  const bytes = Buffer.from(JSON.stringify(value));
  const signature = signAnswer(worker.secret, { nonce, status, body: bytes });
  response.writeHead(status, { "content-type": "application/json", [SIGNATURE_HEADER]: signature });
  response.end(bytes);
}

async function perform(
  { method, url }: http.IncomingMessage,
  body: Buffer,
  { worker, signal }: { worker: Worker; signal: AbortSignal },
): Promise<{ status: number; value: unknown }> {
  try {
    if (method === "GET" && url === "/probe") return { status: 200, value: await worker.runner.probe() };
    if (method === "POST" && url === "/run") {
      return { status: 200, value: await worker.runner.run(decodeJob(body, signal)) };
    }
    return { status: 404, value: toRefusal("SKILL_NOT_RUNNABLE", "There is nothing here.") };
  } catch (error) {
    if (!isDomainError(error)) logFailure(error, {}, "a run failed on this worker");
    const refusal = isDomainError(error) ? toRefusal(error.code, error.message) : toRefusal("", "");
    return { status: 503, value: refusal };
  }
}

/** The nonce of a request that is signed, in time and new; null otherwise. */
function acceptedNonce(
  { method = "", url = "", headers }: http.IncomingMessage,
  body: Buffer,
  { secret, used }: Worker,
): string | null {
  const [time, nonce, signature] = [TIME_HEADER, NONCE_HEADER, SIGNATURE_HEADER].map((name) => headers[name]);
  if (typeof time !== "string" || typeof nonce !== "string" || typeof signature !== "string") return null;
  const timeMs = Number(time);
  const wanted = signRequest(secret, { method, path: url, timeMs, nonce, body });
  if (!NONCE.test(nonce) || !isSameSecret(signature, wanted)) return null;
  const now = systemClock.now().getTime();
  const withTimeout = Math.abs(now - timeMs) <= REQUEST_LIFETIME_MS;
  return withTimeout && used.add(nonce, now) ? nonce : null;
}

/** Remembers nonces as long as a request with one of them could still be in time. Only signed ones come here. */
class UsedNonces {
  readonly #seen = new Map<string, number>();

  /** False when it was used before. */
  add(nonce: string, nowMs: number): boolean {
    for (const [old, atMs] of this.#seen) {
      if (nowMs - atMs <= 2 * REQUEST_LIFETIME_MS) break;
      this.#seen.delete(old);
    }
    if (this.#seen.has(nonce)) return false;
    this.#seen.set(nonce, nowMs);
    return true;
  }
}
