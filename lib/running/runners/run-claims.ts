import { freePlaces, isFree, mayEnter, type Sharer } from "./run-shares";
import { remainingMs } from "./run-times";

/** A run that has a place, or waits for one. */
export interface Claim extends Sharer {
  readonly id: string;
  readonly running: boolean;
  /** What its caller will have used lately after this run (`UsedTime`): who will have used less comes first. */
  readonly used: number;
  /** What it is expected to need in all, and what it may take at most. */
  readonly expectedMs: number;
  readonly timeoutMs?: number | undefined;
  /** Since it began to run, or to wait. */
  readonly elapsedMs: number;
}

/** What decides who comes first. */
type Order = Sharer & Pick<Claim, "used" | "timeoutMs">;

interface Terms {
  /** Runs at the same time. */
  readonly concurrency: number;
  /** What a run without payment has for sure. */
  readonly sliceMs: number;
}

/** Whether `given`, which waits, is the one to begin now, beside all those that run and wait. */
export function isNext(given: Claim, all: readonly Claim[], concurrency: number): boolean {
  const inside = all.filter(({ running }) => running);
  if (!mayEnter(given, inside, concurrency)) return false;
  return !all.some(
    (each) =>
      !each.running &&
      each.id !== given.id &&
      comesBefore(each, given) &&
      mayEnter(each, inside, concurrency),
  );
}

/**
 * Paid runs first, then whoever will have used least, then what may take less. No order among the rest: each process goes
 * round among its own, and they must never wait for each other.
 */
export function comesBefore(one: Order, other: Order): boolean {
  if (!isFree(one) || !isFree(other)) return !isFree(one) && isFree(other);
  if (one.used !== other.used) return one.used < other.used;
  return (one.timeoutMs ?? Infinity) < (other.timeoutMs ?? Infinity);
}

/** How long a run would wait that asked now, by what those before it still need and are expected to. */
export function expectedWaitMs(
  given: Order,
  claims: readonly Claim[],
  { concurrency, sliceMs }: Terms,
): number {
  const free = isFree(given);
  const places = free ? freePlaces(concurrency) : concurrency;
  const ends = claims
    .filter((each) => each.running && (!free || isFree(each)))
    .map((each) => {
      const left = remainingMs({ ...each, timeoutMs: each.timeoutMs }, each.elapsedMs);
      return isFree(each) ? Math.min(left, Math.max(0, sliceMs - each.elapsedMs)) : left;
    });
  while (ends.length < places) ends.push(0);
  for (const each of claims) {
    if (each.running || comesBefore(given, each) || (isFree(each) && !free)) continue;
    const first = ends.indexOf(Math.min(...ends));
    ends[first] = (ends[first] ?? 0) + (isFree(each) ? Math.min(each.expectedMs, sliceMs) : each.expectedMs);
  }
  return Math.min(...ends);
}
