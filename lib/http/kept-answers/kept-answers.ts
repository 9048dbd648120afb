import { LRUCache } from "lru-cache";

interface Kept<Answer> {
  answer: Answer;
  revision: string;
}

/**
 * Answers of this process that are sent again while what they were made of has the same revision. `bytes` bounds their
 * memory; what nobody asked for longest goes first. Whoever asks for an answer that is being made waits for that one.
 */
export class KeptAnswers<Answer extends object> {
  readonly #kept: LRUCache<string, Kept<Answer>>;
  readonly #underWay = new Map<string, Promise<Answer | null>>();

  constructor({ bytes, sizeOf }: { bytes: number; sizeOf: (answer: Answer) => number }) {
    this.#kept = new LRUCache({
      maxSize: Math.max(1, bytes),
      sizeCalculation: ({ answer }, key) => sizeOf(answer) + 2 * key.length + 200,
    });
  }

  /** The answer of this very revision, unless it was made longer ago than it may be kept. */
  find(key: string, revision: string): Answer | undefined {
    const kept = this.#kept.get(key);
    return kept?.revision === revision ? kept.answer : undefined;
  }

  /**
   * The answer that somebody is making of this revision, once it is made, or null where it turned out that it may not be
   * kept; undefined where nobody makes it.
   */
  underWay(key: string, revision: string): Promise<Answer | null> | undefined {
    return this.#underWay.get(`${revision} ${key}`);
  }

  /**
   * Makes the answer and keeps it for `ms` at most, unless `make` gives null for one that is not everybody's. `revision`
   * is to be read before `make` begins.
   */
  async make(
    key: string,
    { revision, ms }: { revision: string; ms: number },
    make: () => Promise<Answer | null>,
  ): Promise<Answer | null> {
    const name = `${revision} ${key}`;
    const making = make().then((answer) => {
      if (answer !== null) this.#kept.set(key, { answer, revision }, { ttl: ms });
      return answer;
    });
    const waitedFor = making.catch(() => null); // those who wait make it themselves
    this.#underWay.set(name, waitedFor);
    try {
      return await making;
    } finally {
      if (this.#underWay.get(name) === waitedFor) this.#underWay.delete(name);
    }
  }
}
