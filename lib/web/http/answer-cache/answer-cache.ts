import { LRUCache } from "lru-cache";
import { systemClock } from "@/lib/kernel/clock";

interface Cached<Answer> {
  answer: Answer;
  revision: string;
}

/**
 * Answers of this process that are sent again while what they were made of has the same revision. `bytes` bounds their
 * memory, and `largest` what one may take of it; what nobody asked for longest goes first. Whoever asks for an answer
 * that is being made waits for that one.
 */
export class AnswerCache<Answer extends object> {
  readonly #cached: LRUCache<string, Cached<Answer>>;
  readonly #underWay = new Map<string, Promise<Answer | null>>();

  constructor({
    bytes,
    largest = bytes,
    sizeOf,
  }: {
    bytes: number;
    largest?: number;
    sizeOf: (answer: Answer) => number;
  }) {
    this.#cached = new LRUCache({
      perf: { now: () => systemClock.now().getTime() }, // what is shown is of the market's time
      maxSize: Math.max(1, bytes),
      maxEntrySize: Math.max(1, Math.floor(largest)),
      sizeCalculation: ({ answer }, key) => sizeOf(answer) + 2 * key.length + 200,
    });
  }

  /** True where an answer of any revision is cached. */
  has(key: string): boolean {
    return this.#cached.has(key);
  }

  /** The cached answer of this very revision; null for none. */
  find(key: string, revision: string): Answer | null {
    const cached = this.#cached.get(key);
    return cached?.revision === revision ? cached.answer : null;
  }

  /** To be told when what an answer holds has become more. */
  weighAnew(key: string, answer: Answer): void {
    const cached = this.#cached.peek(key);
    if (cached?.answer === answer) this.#cached.set(key, { ...cached }, { noUpdateTTL: true });
  }

  /**
   * The cached answer of this very revision, or the one that `make` gives. It is cached for `ms` at most, unless `make` gives
   * null for one that is not everybody's. `revision` is to be read before. `made` is true for whoever's `make` was
   * called; with null and `made` false, another one's turned out so.
   */
  async answer(
    key: string,
    { revision, ms }: { revision: string; ms: number },
    make: () => Promise<Answer | null>,
  ): Promise<{ answer: Answer | null; made: boolean }> {
    const cached = this.find(key, revision);
    if (cached !== null) return { answer: cached, made: false };
    const name = `${revision} ${key}`;
    const underWay = this.#underWay.get(name);
    if (underWay) return { answer: await underWay, made: false };
    const making = make();
    // Those who wait for one that failed make it themselves.
    this.#underWay.set(
      name,
      making.catch(() => null),
    );
    try {
      const answer = await making;
      if (answer !== null) this.#cached.set(key, { answer, revision }, { ttl: ms });
      return { answer, made: true };
    } finally {
      this.#underWay.delete(name);
    }
  }
}
