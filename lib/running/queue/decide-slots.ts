/**
 * A run that has a slot, waits for one, or was sold and is still to come. Every decision about slots is made from a
 * list of these: those of this process, and those that other processes wrote down.
 */
export interface Lease {
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

/**
 * What a run is expected to take: as those of the same skill by this caller (`own`, by each name), for what others'
 * inputs take makes nobody's run a long one. Without one, as those of the skill by all, or, where it was never run,
 * as is typical of all skills; but no more than a turn, which it may need where nothing was run yet. A sale is a
 * promise: a paid run of a skill that was never run may need its turn too.
 */
export function expectedRunMs({
  own,
  ofSkill,
  typicalMs,
  paid,
  limitMs,
}: {
  own: readonly number[];
  ofSkill: number | undefined;
  typicalMs: number | undefined;
  paid: boolean;
  limitMs: number;
}): number {
  const turn = paid ? PAID_TURN_MS : FREE_TURN_MS;
  const ofAll = Math.min(turn, ofSkill ?? (paid ? undefined : typicalMs) ?? turn);
  return Math.min(limitMs, own.length > 0 ? Math.max(...own) : ofAll);
}

/** Runs without payment of callers; not those of the market itself. */
export const isFree = ({ names, paid }: Pick<Lease, "names" | "paid">) => names.length > 0 && !paid;

/** A paid run that is expected to take more than a turn. It is begun only where it may run to its end. */
export const isLong = ({ paid, expectedMs }: Pick<Lease, "paid" | "expectedMs">) =>
  paid && expectedMs > PAID_TURN_MS;

/** Whether the same network, account or wallet asks for both. */
export const isSameAsker = (one: Lease, other: Lease) => overlap(one.names, other.names);

/** As `isSameAsker`; paid runs count also as those of the publisher whom they pay. */
export function isSameCaller(one: Lease, other: Lease): boolean {
  const all = ({ names, publisher, paid }: Lease) => (paid ? [...names, ...publisher] : names);
  return overlap(all(one), all(other));
}

const overlap = (one: readonly string[], other: readonly string[]) =>
  one.some((name) => other.includes(name));

/** Slots of a lane that one caller may have while others wait. */
const shareOf = (slots: number) => Math.max(1, Math.floor((slots - 1) / 2));

/**
 * The lanes that share the slots: how many of all slots its runs may have together and those of one caller, and who
 * counts as one.
 */
export const LANES = {
  /** Runs without payment. One slot is for those that are paid. */
  free: { most: (slots: number) => Math.max(1, slots - 1), share: shareOf, isSame: isSameAsker },
  /** Long paid runs. Nobody can take their slots back before their limits. */
  long: {
    most: (slots: number) => Math.max(1, Math.floor(slots / 2)),
    share: shareOf,
    isSame: isSameCaller,
  },
  /** All other paid runs, which end for others after their turn, and the market's own. */
  short: { most: (slots: number) => slots, share: (slots: number) => slots, isSame: isSameCaller },
} as const;

const laneOf = (lease: Lease): keyof typeof LANES =>
  isFree(lease) ? "free" : isLong(lease) ? "long" : "short";

const running = (leases: readonly Lease[]) => leases.filter(({ state }) => state === "running");

/** Whether its caller has its share of all slots already. */
export const isOverShare = (given: Lease, leases: readonly Lease[], concurrency: number) =>
  running(leases).filter((each) => isSameCaller(each, given)).length >= shareOf(concurrency);

/** Whether one more run may begin beside those that run now: there is a slot, and its lane and its caller have room. */
export function mayEnter(given: Lease, leases: readonly Lease[], concurrency: number): boolean {
  const inside = running(leases);
  if (inside.length >= concurrency) return false;
  const lane = laneOf(given);
  const { most, share, isSame } = LANES[lane];
  const like = inside.filter((each) => laneOf(each) === lane);
  const own = like.filter((each) => isSame(each, given));
  return like.length < most(concurrency) && own.length < share(concurrency);
}

/**
 * Paid runs come first, then the market's own, then free ones; among them whoever has no share yet, then whoever will
 * have used least, then what may take less. No order among the rest: each process goes round among its own, and they
 * must never wait for each other.
 */
export function comesBefore(
  one: Lease,
  other: Lease,
  leases: readonly Lease[],
  concurrency: number,
): boolean {
  if (one.paid !== other.paid) return one.paid;
  if (isFree(one) !== isFree(other)) return isFree(other);
  if (one.paid) {
    const isOver = isOverShare(other, leases, concurrency);
    if (isOver !== isOverShare(one, leases, concurrency)) return isOver;
  }
  if (one.used !== other.used) return one.used < other.used;
  return one.limitMs < other.limitMs;
}

/** Whether `given`, which waits, is the one to begin now, beside all those that run and wait. */
export function isNext(given: Lease, leases: readonly Lease[], concurrency: number): boolean {
  if (!mayEnter(given, leases, concurrency)) return false;
  return !leases.some(
    (each) =>
      each.state === "waiting" &&
      comesBefore(each, given, leases, concurrency) &&
      mayEnter(each, leases, concurrency),
  );
}

/**
 * After how long a run ends for one that waits; Infinity where it never does. Long paid runs and the market's own run
 * to their end; a free run does not end for another of the same asker.
 */
export function turnMs(inside: Lease, waiting: Lease): number {
  if (isFree(inside)) {
    if (waiting.paid) return PAID_TURN_MS;
    return isSameAsker(inside, waiting) ? Infinity : FREE_TURN_MS;
  }
  return inside.paid && waiting.paid && !isLong(inside) ? PAID_TURN_MS : Infinity;
}

/**
 * Which runs end for others: those that had their turn, as far as somebody who waits can begin only then; free runs
 * first, and those that run longest. A run that was told to end, here or elsewhere, counts as ended. `soonestMs` is
 * when the next has had its turn, Infinity for none.
 */
export function chooseCuts(
  leases: readonly Lease[],
  concurrency: number,
): { ended: string[]; soonestMs: number } {
  const ended: string[] = [];
  let soonestMs = Infinity;
  let inside = running(leases).filter(({ cut }) => cut !== true);
  const waiting = leases
    .filter(({ state }) => state === "waiting")
    .toSorted(
      (one, other) =>
        Number(comesBefore(other, one, leases, concurrency)) -
        Number(comesBefore(one, other, leases, concurrency)),
    );
  for (const waiter of waiting) {
    const begin = { ...waiter, state: "running" as const, elapsedMs: 0 };
    if (mayEnter(waiter, inside, concurrency)) {
      inside = inside.concat(begin);
      continue;
    }
    const without = (victim: Lease) => inside.filter((each) => each !== victim);
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

/** What of the queue runs without payment may fill, and one caller; the rest is for others. */
const FREE_SHARE = 0.75;
const CALLER_SHARE = 0.5;
/** What of the longest wait may be expected when somebody is about to pay: others may come before the payment does. */
const PAYING_SHARE = 0.5;

/** What somebody who wants to wait, or to sell, finds. */
interface WaitingRoom {
  /** Those that wait already, or were sold. */
  readonly ahead: readonly Lease[];
  readonly maxWaiting: number;
  readonly waitMs: number;
  readonly maxWaitMs: number;
}

/** Why a run may not wait, or be sold; null where it may. */
export function whyRefused(
  given: Lease,
  { ahead, maxWaiting, waitMs, maxWaitMs }: WaitingRoom,
): string | null {
  const room = isFree(given) ? Math.ceil(maxWaiting * FREE_SHARE) : maxWaiting;
  if (ahead.length >= room) return "the queue is full";
  const own = ahead.filter((each) => isSameAsker(each, given)).length;
  if (own >= Math.ceil(maxWaiting * CALLER_SHARE)) return "too many of yours are waiting";
  if (given.state === "sold" && waitMs > maxWaitMs * PAYING_SHARE) return "the wait might be too long";
  // What is paid already, or the market's own, is tried for as long as may be.
  return isFree(given) && waitMs > maxWaitMs ? "the wait would be too long" : null;
}

/**
 * How long a run would wait that asked now, at most: running ones take what is left of their limits, or of the turn
 * after which they end for it; those before it take their turns, and long ones their limits. Every long run that
 * waits or was sold has been promised its slot before another is.
 */
export function expectedWaitMs(given: Lease, leases: readonly Lease[], concurrency: number): number {
  // Where all that run, wait or were sold have a slot at once and one is left, a short run has it now.
  if (laneOf(given) === "short" && leases.length < concurrency) return 0;
  const inside = running(leases);
  const ahead = leases.filter((each) => {
    if (each.state === "running" || each.id === given.id) return false;
    return (isLong(given) && isLong(each)) || !comesBefore(given, each, leases, concurrency);
  });
  const waitMs = simulateWait(given, ahead, { inside, concurrency, lost: 0 });
  if (waitMs === 0 || laneOf(given) !== "short") return waitMs;
  // A short run may turn out long, and take one of the slots that long ones may have until its limit.
  const unsure = [...inside, ...ahead].filter(
    (each) => laneOf(each) === "short" && each.limitMs > PAID_TURN_MS,
  );
  const open = LANES.long.most(concurrency) - [...inside, ...ahead].filter(isLong).length;
  const lost = Math.min(unsure.length, Math.max(0, open), concurrency - 1);
  return simulateWait(given, ahead, { inside, concurrency, lost });
}

/** `lost`: so many slots, those that are free first, are not counted on. */
function simulateWait(
  given: Lease,
  ahead: readonly Lease[],
  { inside, concurrency, lost }: { inside: readonly Lease[]; concurrency: number; lost: number },
): number {
  const slots: { endMs: number; lane: keyof typeof LANES | null }[] = inside.map((each) => ({
    endMs: Math.max(0, Math.min(each.limitMs, turnMs(each, given)) - each.elapsedMs),
    lane: laneOf(each),
  }));
  while (slots.length < concurrency) slots.push({ endMs: 0, lane: null });
  const unsure = slots.filter(({ lane }) => lane !== "long");
  for (const slot of unsure.toSorted((one, other) => one.endMs - other.endMs).slice(0, lost))
    slot.endMs = Infinity;
  /** Gives the run the slot that is free first among those it may have; returns when. */
  const place = (each: Lease): number => {
    const lane = laneOf(each);
    const like = slots.filter((slot) => slot.lane === lane);
    const open = like.length < LANES[lane].most(concurrency) ? slots : like;
    const first = open.reduce((one, other) => (other.endMs < one.endMs ? other : one));
    const { endMs } = first;
    first.endMs += lane === "long" ? each.limitMs : Math.min(each.expectedMs, FREE_TURN_MS);
    first.lane = lane;
    return endMs;
  };
  for (const each of ahead) place(each);
  return place(given);
}
