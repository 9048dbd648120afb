import type { Sharer } from "./run-shares";
import type { SharedPlaces } from "./shared-places";

export interface RunGateOptions {
  /** Runs at the same time, of all processes that share the places. */
  readonly concurrency: number;
  /** Callers that may wait for a place. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** What a run without payment has for sure; it may go on while nobody else waits. */
  readonly sliceMs?: number;
  readonly now?: () => number;
  /** Where other processes have the same places; the market's own work, which has no caller, is not counted there. */
  readonly shared?: SharedPlaces | undefined;
}

export interface Entrant extends Sharer {
  readonly signal?: AbortSignal | undefined;
  /** Digest of the skill's package, and what a run of it may take: for the time that others are told to wait. */
  readonly skill?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** Ends a run without payment that has had its time while others wait. */
  readonly cut?: (() => void) | undefined;
}
