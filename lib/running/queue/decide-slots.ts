/**
 * A run that has a slot, waits for one, or was sold and is still to come. Every decision about slots is made from a list
 * of these: those of this process, and those that other processes wrote down.
 */
export interface Claim {
  readonly id: string;
  readonly state: "sold" | "waiting" | "running";
  /** Every name that who asks is known by (network, account, wallet); none for the market's own work. */
  readonly names: readonly string[];
  /** Names of who is paid for the run: its publisher's account and wallet. */
  readonly publisher: readonly string[];
  readonly paid: boolean;
  /** What its caller will have used lately after this run, in tenths of a turn: who will have used less comes first. */
  readonly used: number;
  /** What it is expected to need, and what it may take at most. */
  readonly expectedMs: number;
  readonly limitMs: number;
  /** Since it began to run or to wait, or was sold. */
  readonly elapsedMs: number;
  /** It was told to end for others. */
  readonly cut?: boolean;
}

/** How long a run has for sure while others wait: one without payment among its like, and any run before a paid one. */
export const FREE_TURN_MS = 5_000;
export const PAID_TURN_MS = 2_000;

/** Runs without payment of callers; not those of the market itself. */
export const isFree = ({ names, paid }: Pick<Claim, "names" | "paid">) => names.length > 0 && !paid;

/** A paid run that is expected to take more than a turn. It is begun only where it may run to its end. */
export const isLong = ({ paid, expectedMs }: Pick<Claim, "paid" | "expectedMs">) =>
  paid && expectedMs > PAID_TURN_MS;

/** Slots that runs without payment may have together: one is for those that are paid. */
export const freeSlots = (concurrency: number) => Math.max(1, concurrency - 1);

/** Slots that long paid runs may have together: nobody can take one back before the run's limit. */
export const longSlots = (concurrency: number) => Math.max(1, Math.floor(concurrency / 2));

/** Slots that one caller may have while others wait. */
export const shareOf = (concurrency: number) => Math.max(1, Math.floor((concurrency - 1) / 2));

const overlap = (one: readonly string[], other: readonly string[]) =>
  one.some((name) => other.includes(name));

/** Whether the same network, account or wallet asks for both. */
export const isSameAsker = (one: Claim, other: Claim) => overlap(one.names, other.names);

/** As `isSameAsker`; paid runs count also as those of the publisher whom they pay. */
export function isSameCaller(one: Claim, other: Claim): boolean {
  const all = ({ names, publisher, paid }: Claim) => (paid ? [...names, ...publisher] : names);
  return overlap(all(one), all(other));
}

const running = (claims: readonly Claim[]) => claims.filter(({ state }) => state === "running");

/** Whether its caller has its share of the slots already. */
export const isOverShare = (given: Claim, claims: readonly Claim[], concurrency: number) =>
  running(claims).filter((each) => isSameCaller(each, given)).length >= shareOf(concurrency);

/**
 * Whether one more run may begin beside those that run now. Free runs never have all slots, and one caller has only a
 * share of theirs; long paid runs have half of the slots, and one caller only a share.
 */
export function mayEnter(given: Claim, claims: readonly Claim[], concurrency: number): boolean {
  const inside = running(claims);
  if (inside.length >= concurrency) return false;
  if (isFree(given)) {
    const free = inside.filter(isFree);
    const own = free.filter((each) => isSameAsker(each, given));
    return free.length < freeSlots(concurrency) && own.length < shareOf(concurrency);
  }
  if (!isLong(given)) return true;
  const long = inside.filter(isLong);
  const own = long.filter((each) => isSameCaller(each, given));
  return long.length < longSlots(concurrency) && own.length < shareOf(concurrency);
}

/**
 * Paid runs come first, then the market's own, then free ones; among them whoever has no share yet, then whoever will
 * have used least, then what may take less. No order among the rest: each process goes round among its own, and they must
 * never wait for each other.
 */
export function comesBefore(
  one: Claim,
  other: Claim,
  claims: readonly Claim[],
  concurrency: number,
): boolean {
  if (one.paid !== other.paid) return one.paid;
  if (isFree(one) !== isFree(other)) return isFree(other);
  if (one.paid) {
    const isOver = isOverShare(other, claims, concurrency);
    if (isOver !== isOverShare(one, claims, concurrency)) return isOver;
  }
  if (one.used !== other.used) return one.used < other.used;
  return one.limitMs < other.limitMs;
}

/** Whether `given`, which waits, is the one to begin now, beside all those that run and wait. */
export function isNext(given: Claim, claims: readonly Claim[], concurrency: number): boolean {
  if (!mayEnter(given, claims, concurrency)) return false;
  return !claims.some(
    (each) =>
      each.state === "waiting" &&
      comesBefore(each, given, claims, concurrency) &&
      mayEnter(each, claims, concurrency),
  );
}

/**
 * After how long a run ends for one that waits; Infinity where it never does. Long paid runs and the market's own run to
 * their end; a free run does not end for another of the same asker.
 */
export function turnMs(inside: Claim, waiting: Claim): number {
  if (isFree(inside)) {
    if (waiting.paid) return PAID_TURN_MS;
    return isSameAsker(inside, waiting) ? Infinity : FREE_TURN_MS;
  }
  return inside.paid && waiting.paid && !isLong(inside) ? PAID_TURN_MS : Infinity;
}

/**
 * Which runs end for others: those that had their turn, as far as somebody who waits can begin only then; free runs
 * first, and those that run longest. A run that was told to end, here or elsewhere, counts as ended. `soonestMs` is when
 * the next has had its turn, Infinity for none.
 */
export function chooseCuts(
  claims: readonly Claim[],
  concurrency: number,
): { ended: string[]; soonestMs: number } {
  const ended: string[] = [];
  let soonestMs = Infinity;
  let inside = running(claims).filter(({ cut }) => cut !== true);
  const waiting = claims
    .filter(({ state }) => state === "waiting")
    .toSorted(
      (one, other) =>
        Number(comesBefore(other, one, claims, concurrency)) -
        Number(comesBefore(one, other, claims, concurrency)),
    );
  for (const waiter of waiting) {
    const begin = { ...waiter, state: "running" as const, elapsedMs: 0 };
    if (mayEnter(waiter, inside, concurrency)) {
      inside = inside.concat(begin);
      continue;
    }
    const without = (victim: Claim) => inside.filter((each) => each !== victim);
    const victims = inside
      .filter((each) => mayEnter(waiter, without(each), concurrency))
      .toSorted(
        (one, other) => Number(isFree(other)) - Number(isFree(one)) || other.elapsedMs - one.elapsedMs,
      );
    const due = victims.find((each) => each.elapsedMs >= turnMs(each, waiter));
    if (due) {
      ended.push(due.id);
      inside = [...without(due), begin];
    } else {
      for (const each of victims) soonestMs = Math.min(soonestMs, turnMs(each, waiter) - each.elapsedMs);
    }
  }
  return { ended, soonestMs };
}

type Lane = "free" | "long" | "short";
const laneOf = (claim: Claim): Lane => (isFree(claim) ? "free" : isLong(claim) ? "long" : "short");

/**
 * How long a run would wait that asked now, at most: running ones take what is left of their limits, or of the turn after
 * which they end for it; those before it take their turns, and long ones their limits. Every long run that waits or was
 * sold has been promised its slot before another is.
 */
export function expectedWaitMs(given: Claim, claims: readonly Claim[], concurrency: number): number {
  const inside = running(claims);
  const ahead = claims.filter((each) => {
    if (each.state === "running" || each.id === given.id) return false;
    return (isLong(given) && isLong(each)) || !comesBefore(given, each, claims, concurrency);
  });
  const waitMs = simulateWait(given, ahead, { inside, concurrency, lost: 0 });
  if (waitMs === 0 || laneOf(given) !== "short") return waitMs;
  // A short run may turn out long, and take one of the slots that long ones may have until its limit.
  const unsure = [...inside, ...ahead].filter(
    (each) => laneOf(each) === "short" && each.limitMs > PAID_TURN_MS,
  );
  const open = longSlots(concurrency) - [...inside, ...ahead].filter(isLong).length;
  const lost = Math.min(unsure.length, Math.max(0, open), concurrency - 1);
  return simulateWait(given, ahead, { inside, concurrency, lost });
}

interface Room {
  readonly inside: readonly Claim[];
  readonly concurrency: number;
  /** So many slots, those that are free first, are not counted on. */
  readonly lost: number;
}

function simulateWait(given: Claim, ahead: readonly Claim[], { inside, concurrency, lost }: Room): number {
  const most = { free: freeSlots(concurrency), long: longSlots(concurrency), short: concurrency };
  const slots: { endMs: number; lane: Lane | null }[] = inside.map((each) => ({
    endMs: Math.max(0, Math.min(each.limitMs, turnMs(each, given)) - each.elapsedMs),
    lane: laneOf(each),
  }));
  while (slots.length < concurrency) slots.push({ endMs: 0, lane: null });
  const unsure = slots.filter(({ lane }) => lane !== "long");
  for (const slot of unsure.toSorted((one, other) => one.endMs - other.endMs).slice(0, lost))
    slot.endMs = Infinity;
  /** Gives the run the slot that is free first among those it may have; returns when. */
  const place = (each: Claim): number => {
    const lane = laneOf(each);
    const like = slots.filter((slot) => slot.lane === lane);
    const open = like.length < most[lane] ? slots : like;
    const first = open.reduce((one, other) => (other.endMs < one.endMs ? other : one));
    const { endMs } = first;
    first.endMs += lane === "long" ? each.limitMs : Math.min(each.expectedMs, FREE_TURN_MS);
    first.lane = lane;
    return endMs;
  };
  for (const each of ahead) place(each);
  return place(given);
}
