import { hash } from "node:crypto";
import { batched } from "@/lib/db/batch";
import { DomainError } from "@/lib/kernel/errors";
import { countUses, findUse, takeUseBack, type CountedUse } from "@/lib/web/http/repository";

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

interface Asked extends CountedUse {
  key: string;
}

/**
 * Counts uses by `subject` (an address, an account) in the shared database, so that every process sees the same
 * count. Throws RATE_LIMITED with the seconds to wait. Subjects are stored hashed.
 */
export async function consumeRateLimit(limit: RateLimit, subject: string, uses = 1): Promise<RateLimitState> {
  const used = await countTogether({ key: keyOf(limit, subject), count: uses, expire: endOf(limit) });
  const state = toState(limit, used);
  if (used.count > limit.points) throw rateLimited(limit, state);
  return state;
}

/** Takes a counted use back: what it was counted for came to nothing. */
export function returnRateLimit(limit: RateLimit, subject: string): Promise<void> {
  return takeUseBack(keyOf(limit, subject), Date.now());
}

/** Throws RATE_LIMITED when the next use would be refused, without counting one; else tells what is left. */
export async function assertRateLimit(limit: RateLimit, subject: string): Promise<RateLimitState> {
  const at = { nowMs: Date.now(), expire: endOf(limit) };
  const used = (await findUse(keyOf(limit, subject), at)) ?? { count: 0, expire: at.expire };
  const state = toState(limit, used);
  if (used.count >= limit.points) throw rateLimited(limit, state);
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

/**
 * All that is counted at this moment in one statement, each key once, however often it is used: its row is locked once,
 * not by one use after another. Each use gets its place in the count.
 */
const countTogether = batched(async (asked: readonly Asked[]): Promise<CountedUse[]> => {
  const uses = new Map<string, Asked>();
  const places = asked.map((each) => {
    const count = (uses.get(each.key)?.count ?? 0) + each.count;
    uses.set(each.key, { ...each, count });
    return count;
  });
  const counted = new Map((await countUses([...uses.values()], Date.now())).map((each) => [each.key, each]));
  return asked.map(({ key }, i) => {
    const { count, expire } = counted.get(key) as CountedUse;
    return { count: count - (uses.get(key)?.count ?? 0) + (places[i] ?? 0), expire };
  });
});

const keyOf = ({ name }: RateLimit, subject: string) =>
  `${name}:${hash("sha256", subject, "base64url").slice(0, 22)}`;

/** When a count ends that begins now. */
const endOf = ({ durationSeconds }: RateLimit) => Date.now() + durationSeconds * 1000;

function toState(limit: RateLimit, { count, expire }: CountedUse): RateLimitState {
  return {
    limit: limit.points,
    remaining: Math.max(0, limit.points - count),
    resetSeconds: Math.max(1, Math.ceil((expire - Date.now()) / 1000)),
  };
}

function rateLimited(limit: RateLimit, state: RateLimitState): DomainError {
  return new DomainError(
    "RATE_LIMITED",
    `${limit.points}${limit.unit === undefined ? "" : ` ${limit.unit}`} are allowed in ${limit.durationSeconds} s. Try again in ${state.resetSeconds} s.`,
    { details: { retryAfterSeconds: state.resetSeconds, rateLimit: rateLimitHeaders(state) } },
  );
}
