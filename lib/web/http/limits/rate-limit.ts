import { createHash } from "node:crypto";
import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { batched } from "@/lib/db/batch";
import { DomainError } from "@/lib/kernel/errors";
import { rateLimitStore } from "@/lib/web/http/repository";

export interface RateLimit {
  /** Names the counter; two limits with one name share it. */
  name: string;
  points: number;
  durationSeconds: number;
  /** What is counted, where it is not requests. */
  unit?: string;
}

export interface RateLimitState {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

interface Limiter {
  store: RateLimiterPostgres;
  /** Counts; resolves to how many uses there have been with these. */
  count: (asked: Asked) => Promise<PromiseSettledResult<Use>>;
}

interface Asked {
  key: string;
  uses: number;
}

type Use = Pick<RateLimiterRes, "consumedPoints" | "msBeforeNext">;

const CLOCKS_APART_MS = 60_000;

const limiters = new Map<string, Limiter>();

/**
 * Counts uses by `subject` (an address, an account) in the shared database, so that every process sees the same
 * count. Throws RATE_LIMITED with the seconds to wait. Subjects are stored hashed.
 */
export async function consumeRateLimit(limit: RateLimit, subject: string, uses = 1): Promise<RateLimitState> {
  const counted = await limiterFor(limit).count({ key: keyOf(subject), uses });
  if (counted.status === "rejected") throw counted.reason;
  const state = toState(limit, counted.value);
  if (counted.value.consumedPoints > limit.points) throw rateLimited(limit, state);
  return state;
}

/** Takes a counted use back: what it was counted for came to nothing. */
export async function returnRateLimit(limit: RateLimit, subject: string): Promise<void> {
  await limiterFor(limit).store.reward(keyOf(subject), 1);
}

/** Throws RATE_LIMITED when the next use would be refused, without counting one; else tells what is left. */
export async function assertRateLimit(limit: RateLimit, subject: string): Promise<RateLimitState> {
  const used = await limiterFor(limit).store.get(keyOf(subject));
  if (!used || isOfAnotherTime(used, limit))
    return { limit: limit.points, remaining: limit.points, resetSeconds: limit.durationSeconds };
  const state = toState(limit, used);
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

function limiterFor({ name, points, durationSeconds }: RateLimit): Limiter {
  const id = `${name}:${points}:${durationSeconds}`;
  let limiter = limiters.get(id);
  if (!limiter) {
    const store = new RateLimiterPostgres({
      storeClient: rateLimitStore,
      storeType: "client",
      tableName: "RateLimits",
      tableCreated: true,
      clearExpiredByTimeout: false, // the worker deletes what has ended, as of every table (lib/db/retention)
      keyPrefix: name,
      points,
      duration: durationSeconds,
    });
    const limit = { durationSeconds };
    limiter = { store, count: batched((asked: readonly Asked[]) => countUses(store, limit, asked)) };
    limiters.set(id, limiter);
  }
  return limiter;
}

/**
 * One statement for each key, however often it is used at this moment: its row is locked once, not by one use
 * after another.
 */
async function countUses(
  store: RateLimiterPostgres,
  limit: Pick<RateLimit, "durationSeconds">,
  asked: readonly Asked[],
): Promise<PromiseSettledResult<Use>[]> {
  const uses = new Map<string, number>();
  const places = asked.map(({ key, uses: more }) => {
    const place = (uses.get(key) ?? 0) + more;
    uses.set(key, place);
    return place;
  });
  const counted = await Promise.allSettled(
    Array.from(uses, async ([key, count]) => {
      const used = await store.penalty(key, count);
      if (!isOfAnotherTime(used, limit)) return used;
      await store.delete(key);
      return store.penalty(key, count);
    }),
  );
  const totals = new Map(Array.from(uses.keys(), (key, i) => [key, counted[i]]));
  return asked.map(({ key }, i) => {
    const total = totals.get(key) as PromiseSettledResult<Use>;
    if (total.status === "rejected") return total;
    const { consumedPoints, msBeforeNext } = total.value;
    const before = consumedPoints - (uses.get(key) ?? 0);
    return { status: "fulfilled", value: { consumedPoints: before + (places[i] ?? 0), msBeforeNext } };
  });
}

/**
 * Whether a count began before the clock was set back, and so would go on for that much longer than it should. The
 * clocks of two machines are not quite the same.
 */
const isOfAnotherTime = ({ msBeforeNext }: Use, { durationSeconds }: Pick<RateLimit, "durationSeconds">) =>
  msBeforeNext > durationSeconds * 1000 + CLOCKS_APART_MS;

const keyOf = (subject: string) => createHash("sha256").update(subject).digest("base64url").slice(0, 22);

function toState(limit: RateLimit, { consumedPoints, msBeforeNext }: Use): RateLimitState {
  return {
    limit: limit.points,
    remaining: Math.max(0, limit.points - consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}

function rateLimited(limit: RateLimit, state: RateLimitState): DomainError {
  return new DomainError(
    "RATE_LIMITED",
    `${limit.points}${limit.unit === undefined ? "" : ` ${limit.unit}`} are allowed in ${limit.durationSeconds} s. Try again in ${state.resetSeconds} s.`,
    { details: { retryAfterSeconds: state.resetSeconds, rateLimit: rateLimitHeaders(state) } },
  );
}
