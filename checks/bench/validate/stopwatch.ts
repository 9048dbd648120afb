/**
 * Keeps the quickest time of each turn: what another program of the machine delayed is measured again in another round.
 */
export class Stopwatch {
  private readonly quickest = new Map<number, number>();

  /** Times what a turn does; `turn` tells the turns apart. */
  time(turn: number, work: () => void): void {
    const started = performance.now();
    work();
    this.note(turn, started);
  }

  async timeAsync(turn: number, work: () => Promise<unknown>): Promise<void> {
    const started = performance.now();
    await work();
    this.note(turn, started);
  }

  /** How many a second, when all turns together did `count`. */
  perSecond(count: number): number {
    const milliseconds = [...this.quickest.values()].reduce((sum, each) => sum + each, 0);
    return (count * 1_000) / milliseconds;
  }

  private note(turn: number, started: number): void {
    const time = performance.now() - started;
    this.quickest.set(turn, Math.min(this.quickest.get(turn) ?? Number.POSITIVE_INFINITY, time));
  }
}
