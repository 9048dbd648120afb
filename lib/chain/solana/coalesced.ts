import { setTimeout as sleep } from "node:timers/promises";

interface Waiting<A> {
  answer: Promise<Map<string, A>>;
  keys: Set<string>;
}

/** Puts questions that come within `windowMs` of each other into one request of at most `limit` keys. */
export class Coalesced<A> {
  private waiting: Waiting<A> | null = null;

  constructor(
    private readonly ask: (keys: readonly string[]) => Promise<readonly A[]>,
    private readonly windowMs: number,
    private readonly limit: number,
  ) {}

  async get(key: string): Promise<A | undefined> {
    let { waiting } = this;
    if (!waiting || waiting.keys.size >= this.limit) {
      const keys = new Set<string>();
      waiting = { keys, answer: this.collect(keys) };
      this.waiting = waiting;
    }
    waiting.keys.add(key);
    return (await waiting.answer).get(key);
  }

  private async collect(keys: Set<string>): Promise<Map<string, A>> {
    await sleep(this.windowMs);
    if (this.waiting?.keys === keys) this.waiting = null;
    const asked = [...keys];
    const answers = await this.ask(asked);
    return new Map(asked.map((key, i) => [key, answers[i] as A]));
  }
}
