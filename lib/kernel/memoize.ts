import { LRUCache } from "lru-cache";

interface Caching<Answer> {
  cacheMs: number;
  /** How many answers are cached; what nobody asked for longest goes first. */
  most: number;
  /** What costs little is found anew for everybody who asks. */
  worthCaching: (answer: Answer) => boolean;
}

interface Cached<Answer> {
  answer: Answer;
  foundAt: Date;
}

/**
 * Caches answers whose cost grows with the market for a while in this process. Who asks while the same answer is being
 * found waits for that one: a crowd costs as much as one. A failure is told to all who waited, and cached for nobody.
 */
export function cacheFor<Answer>({ cacheMs, most, worthCaching }: Caching<Answer>) {
  const cache = new LRUCache<string, Cached<Answer>>({ max: most });
  const underWay = new Map<string, Promise<Answer>>();

  async function findAnew(key: string, now: Date, find: () => Promise<Answer>): Promise<Answer> {
    const answer = await find();
    if (worthCaching(answer)) cache.set(key, { answer, foundAt: now });
    else cache.delete(key);
    return answer;
  }

  return async function answer(key: string, now: Date, find: () => Promise<Answer>): Promise<Answer> {
    const found = cache.get(key);
    // What was found later than now is of a clock that was set back.
    if (found && Math.abs(now.getTime() - found.foundAt.getTime()) < cacheMs) return found.answer;
    const finding = underWay.get(key) ?? findAnew(key, now, find).finally(() => underWay.delete(key));
    underWay.set(key, finding);
    return finding;
  };
}

/** Work that is done once and its result kept. A failure is not kept: whoever asks next has it tried again. */
export class MemoizedSuccess<T> {
  readonly #work: () => Promise<T>;
  #result: Promise<T> | undefined;
  #value: { readonly of: T } | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  /** All who ask while it is under way share one try, and its failure. */
  get(): Promise<T> {
    if (this.#result) return this.#result;
    const result = this.#work();
    this.#result = result;
    void this.#note(result);
    return result;
  }

  async #note(result: Promise<T>): Promise<void> {
    try {
      const of = await result;
      if (this.#result === result) this.#value = { of };
    } catch {
      if (this.#result === result) this.#result = undefined;
    }
  }

  /**
   * Forgets the result and hands it out, to be cleared away; undefined when there is none. Waits for a try under way.
   */
  async take(): Promise<T | undefined> {
    const left = this.#result;
    this.#result = undefined;
    this.#value = undefined;
    return left?.catch(() => undefined);
  }

  /** Forgets this result; false when it was forgotten before, and perhaps another one is there. */
  forget(value: T): boolean {
    if (this.#value?.of !== value) return false;
    this.#result = undefined;
    this.#value = undefined;
    return true;
  }
}
