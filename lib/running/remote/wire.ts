import { createHmac } from "node:crypto";
import { z } from "zod";
import { sha256Hex } from "@/lib/kernel/digest";
import {
  outcomeSchema,
  probeSchema,
  RUNTIMES,
  type ProbeResult,
  type RunJob,
  type RunOutcome,
} from "@/lib/running/runners/skill-runner";

/** Headers of a request; the answer has the signature alone. */
export const TIME_HEADER = "x-emporion-time";
export const NONCE_HEADER = "x-emporion-nonce";
export const SIGNATURE_HEADER = "x-emporion-signature";

/** A package of the largest size that can be run, as base64, with its input. */
export const MAX_REQUEST_BYTES = 48 * 1024 * 1024;
/** Standard output escaped as JSON in the worst way, with the rest. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

const jobSchema = z.object({
  packageDigest: z.string(),
  files: z.array(z.object({ path: z.string(), base64: z.string() })),
  entryPoint: z.string(),
  runtime: z.enum(RUNTIMES),
  imageDigest: z.string().nullable(),
  stdin: z.string(),
  args: z.array(z.string()).default([]),
  timeoutMs: z.number(),
  caller: z.string().nullable(),
  paid: z.boolean(),
});

/** A job as it travels; the signal stays here and is told by closing the connection. */
export function encodeJob(job: RunJob): Buffer {
  const wire: z.infer<typeof jobSchema> = {
    packageDigest: job.packageDigest,
    files: job.files.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString("base64") })),
    entryPoint: job.entryPoint,
    runtime: job.runtime,
    imageDigest: job.imageDigest ?? null,
    stdin: job.stdin,
    args: [...(job.args ?? [])],
    timeoutMs: job.timeoutMs,
    caller: job.caller?.[0] ?? null,
    paid: job.paid ?? false,
  };
  return Buffer.from(JSON.stringify(wire));
}

/** Throws for anything that is not a job. */
export function decodeJob(body: Buffer, signal: AbortSignal): RunJob {
  const { files, caller, ...job } = jobSchema.parse(toJson(body));
  return {
    ...job,
    ...(caller === null ? {} : { caller: [caller] }),
    files: files.map(({ path, base64 }) => ({ path, bytes: Buffer.from(base64, "base64") })),
    signal,
  };
}

const WORKER_REFUSALS = ["RUNNER_UNAVAILABLE", "RUNNER_BUSY", "SKILL_NOT_RUNNABLE"] as const;
const refusalSchema = z.object({ code: z.enum(WORKER_REFUSALS), message: z.string() });

type Refusal = z.infer<typeof refusalSchema>;

/** Reads what a worker answered. Each throws for anything else. */
export const readOutcome = (body: Buffer): RunOutcome => outcomeSchema.parse(toJson(body));
export const readProbe = (body: Buffer): ProbeResult => probeSchema.parse(toJson(body));
export const readRefusal = (body: Buffer): Refusal => refusalSchema.parse(toJson(body));

const toJson = (body: Buffer): unknown => JSON.parse(body.toString("utf8"));

/** What of an error a worker passes on. */
export function toRefusal(code: string, message: string): Refusal {
  const read = refusalSchema.safeParse({ code, message });
  return read.success ? read.data : { code: "RUNNER_UNAVAILABLE", message: "The worker failed." };
}

/** How long a request is good for; also how far two clocks may be apart. */
export const REQUEST_LIFETIME_MS = 60_000;

interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly timeMs: number;
  /** Random, used once. */
  readonly nonce: string;
  readonly body: Uint8Array;
}

/**
 * The signature of a request to a worker: it covers everything the worker acts on, so nothing can be changed or
 * sent again.
 */
export function signRequest(secret: string, { method, path, timeMs, nonce, body }: SignedRequest): string {
  return sign(secret, ["request", method, path, String(timeMs), nonce, sha256Hex(body)]);
}

/** The signature of an answer: only who knows the secret can have given it, and only to this request. */
export function signAnswer(
  secret: string,
  { nonce, status, body }: { nonce: string; status: number; body: Uint8Array },
): string {
  return sign(secret, ["answer", nonce, String(status), sha256Hex(body)]);
}

const sign = (secret: string, parts: readonly string[]) =>
  createHmac("sha256", secret).update(JSON.stringify(parts)).digest("hex");
