import { createHash } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { DomainError } from "@/lib/errors";
import { rateLimitStore } from "@/lib/http/rate-limit-repository";

export interface RateLimit {
  /** Names the counter; two limits with one name share it. */
  name: string;
  points: number;
  durationSeconds: number;
}

export interface RateLimitState {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

const limiters = new Map<string, RateLimiterPostgres>();

/**
 * Counts one use by `subject` (an address, an account) in the shared database, so that every process sees the same
 * count. Throws RATE_LIMITED with the seconds to wait. Subjects are stored hashed.
 */
export async function consumeRateLimit(limit: RateLimit, subject: string): Promise<RateLimitState> {
  try {
    return toState(limit, await limiterFor(limit).consume(keyOf(subject)));
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? rateLimited(limit, toState(limit, refusal)) : refusal;
  }
}

/** Throws RATE_LIMITED when the next use would be refused, without counting one; else tells what is left. */
export async function assertRateLimit(limit: RateLimit, subject: string): Promise<RateLimitState> {
  const used = await limiterFor(limit).get(keyOf(subject));
  if (!used) return { limit: limit.points, remaining: limit.points, resetSeconds: limit.durationSeconds };
  const { msBeforeNext, consumedPoints } = used;
  const state = toState(limit, { msBeforeNext, remainingPoints: limit.points - consumedPoints });
  if (used.consumedPoints >= limit.points) throw rateLimited(limit, state);
  return state;
}

/** `RateLimit` header fields (draft-ietf-httpapi-ratelimit-headers, in the form most clients read). */
export function rateLimitHeaders(state: RateLimitState): Record<string, string> {
  return {
    "ratelimit-limit": String(state.limit),
    "ratelimit-remaining": String(state.remaining),
    "ratelimit-reset": String(state.resetSeconds),
  };
}

function limiterFor({ name, points, durationSeconds }: RateLimit): RateLimiterPostgres {
  const id = `${name}:${points}:${durationSeconds}`;
  let limiter = limiters.get(id);
  if (!limiter) {
    limiter = new RateLimiterPostgres({
      storeClient: rateLimitStore,
      storeType: "client",
      tableName: "RateLimits",
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: durationSeconds,
    });
    limiters.set(id, limiter);
  }
  return limiter;
}

const keyOf = (subject: string) => createHash("sha256").update(subject).digest("base64url").slice(0, 22);

type Use = Pick<RateLimiterRes, "remainingPoints" | "msBeforeNext">;

function toState(limit: RateLimit, result: Use): RateLimitState {
  return {
    limit: limit.points,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  };
}

function rateLimited(limit: RateLimit, state: RateLimitState): DomainError {
  return new DomainError(
    "RATE_LIMITED",
    `${limit.points} are allowed in ${limit.durationSeconds} s. Try again in ${state.resetSeconds} s.`,
    { details: { retryAfterSeconds: state.resetSeconds, rateLimit: rateLimitHeaders(state) } },
  );
}
