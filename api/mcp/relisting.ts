const WAIT_MS = 1000;
const LOOK_EVERY_MS = 100;
/** The list and the answer leave on two connections. */
const HEAD_START_MS = 50;

/** How often the client has asked for the list of tools, at any process. */
export interface Listings {
  note: () => Promise<void>;
  count: () => Promise<number>;
}

/**
 * Whether a client lists the tools again when it is told that they have changed. One that does has the new list before
 * the answer, so that the model's next turn begins with the tools it has just activated; one that does not is waited
 * for once.
 */
export class Relisting {
  #listens = true;
  readonly #listings: Listings;

  constructor(listings: Listings) {
    this.#listings = listings;
  }

  /** The client has asked for the list of tools. */
  listed(): Promise<void> {
    return this.#listings.note();
  }

  /**
   * To be called before the client is told. What it returns ends when the list has been asked for and is on its way, or
   * after a second.
   */
  async next(): Promise<() => Promise<void>> {
    if (!this.#listens) return () => Promise.resolve();
    const before = await this.#listings.count();
    return () => this.#wait(before);
  }

  async #wait(before: number): Promise<void> {
    for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += LOOK_EVERY_MS) {
      if ((await this.#listings.count()) > before) return sleep(HEAD_START_MS);
      await sleep(LOOK_EVERY_MS);
    }
    this.#listens = false;
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
