import { DAY_MS, HOUR_MS } from "@/lib/kernel/clock";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** How long after each failed try the next one comes, as Standard Webhooks proposes; after the last there is none. */
export const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
];

/** An endpoint at which every try has failed for so long is sent nothing more. */
export const MOST_FAILING_MS = 5 * DAY_MS;

/** What came of one try: the status of the answer, or null where there was none. */
export type TryOutcome = number | null;

export interface DeliveryState {
  /** With this one. */
  attempts: number;
  /** Since when every try at the endpoint has failed, before this one; null where the last one did not. */
  failingSince: Date | null;
}

export type DeliveryDecision =
  | { kind: "delivered" }
  | { kind: "retry"; at: Date }
  | { kind: "given-up" }
  /** The endpoint is sent nothing more: it says that it is gone, or has failed for too long. */
  | { kind: "disable"; why: "gone" | "failing" };

const GONE = 410;

/**
 * What follows a try. `jitter` is 0 to 1: those that failed together are not tried again together. Any 2xx is a delivery;
 * a redirect is none, as nobody has said that the other place may be told.
 */
export function decideDelivery(
  outcome: TryOutcome,
  { attempts, failingSince }: DeliveryState,
  { now, jitter }: { now: Date; jitter: number },
): DeliveryDecision {
  if (outcome !== null && outcome >= 200 && outcome < 300) return { kind: "delivered" };
  if (outcome === GONE) return { kind: "disable", why: "gone" };
  if (failingSince !== null && now.getTime() - failingSince.getTime() >= MOST_FAILING_MS)
    return { kind: "disable", why: "failing" };
  const pauseMs = PAUSES_MS[attempts - 1];
  if (pauseMs === undefined) return { kind: "given-up" };
  return { kind: "retry", at: new Date(now.getTime() + Math.round(pauseMs * (1 + jitter / 5))) };
}
