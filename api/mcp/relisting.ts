const WAIT_MS = 1000;
/** The list and the answer leave on two connections. */
const HEAD_START_MS = 50;

/**
 * Whether a client lists the tools again when it is told that they have changed. One that does has the new list before
 * the answer, so that the model's next turn begins with the tools it has just activated; one that does not is waited
 * for once.
 */
export class Relisting {
  #listens = true;
  readonly #waiting = new Set<() => void>();

  /** The client has asked for the list of tools. */
  listed(): void {
    this.#waiting.forEach((arrived) => arrived());
  }

  /**
   * Ends when the list has been asked for and is on its way, or after a second. To be called before the client is told.
   */
  next(): Promise<void> {
    if (!this.#listens) return Promise.resolve();
    return new Promise((resolve) => {
      const arrived = () => {
        clearTimeout(timer);
        this.#waiting.delete(arrived);
        setTimeout(resolve, HEAD_START_MS);
      };
      const timer = setTimeout(() => {
        this.#listens = false;
        this.#waiting.delete(arrived);
        resolve();
      }, WAIT_MS);
      this.#waiting.add(arrived);
    });
  }
}
