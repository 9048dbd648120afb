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
