import type { Clock } from "@/lib/clock";

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
    if (this.answer && nowMs < this.answer.untilMs) return this.answer.value;
    const value = this.ask();
    this.answer = { value, untilMs: nowMs + this.maxAgeMs };
    value.catch(() => {
      if (this.answer?.value === value) this.answer = null;
    });
    return value;
  }
}
