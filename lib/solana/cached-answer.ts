import type { Clock } from "@/lib/kernel/clock";

/** An answer that is asked for again only when it is older than `maxAgeMs`. A failure is not kept. */
export class CachedAnswer<T> {
  private answer: { value: Promise<T>; untilMs: number } | null = null;

  constructor(
    private readonly ask: () => Promise<T>,
    private readonly maxAgeMs: number,
    private readonly clock: Clock,
  ) {}

  get(): Promise<T> {
    const nowMs = this.clock.now().getTime();
    const leftMs = this.answer ? this.answer.untilMs - nowMs : 0;
    // One that has longer left than any is from before the clock was set back.
    if (this.answer && leftMs > 0 && leftMs <= this.maxAgeMs) return this.answer.value;
    const value = this.ask();
    this.answer = { value, untilMs: nowMs + this.maxAgeMs };
    value.catch(() => {
      if (this.answer?.value === value) this.answer = null;
    });
    return value;
  }
}
