import type { Clock } from "@/lib/kernel/clock";

export interface SlotClockOrigin {
  /** When slot 0 began, in milliseconds since 1970. */
  originMs: number;
  slotMs: number;
  /** Slots that were skipped with `advance`. */
  warpSlots: number;
}

/** Slots follow the wall clock, so that a ledger that was stopped has moved on when it starts again. */
export class SlotClock {
  readonly slotMs: number;
  private readonly originMs: number;
  private warpSlots: number;
  private highest = 0;

  constructor(
    origin: SlotClockOrigin,
    private readonly clock: Clock,
  ) {
    this.originMs = origin.originMs;
    this.slotMs = origin.slotMs;
    this.warpSlots = origin.warpSlots;
  }

  /** The present slot; it never goes back, whatever the machine's clock does. */
  slot(): number {
    const elapsed = Math.floor((this.clock.now().getTime() - this.originMs) / this.slotMs) + this.warpSlots;
    this.highest = Math.max(this.highest, elapsed);
    return this.highest;
  }

  /** Slots already written down are in the past even if the machine's clock was set back meanwhile. */
  notBefore(slot: number): void {
    this.highest = Math.max(this.highest, slot);
  }

  advance(slots: number): void {
    this.warpSlots += slots;
  }

  /** The time of a slot as the ledger tells it: skipped slots count as if they had been waited for. */
  unixSeconds(slot: number): number {
    return Math.floor((this.originMs + slot * this.slotMs) / 1000);
  }
}
