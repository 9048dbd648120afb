import { setTimeout as sleep } from "node:timers/promises";
import { request } from "../../request";

const PATIENCE_MS = 90_000;
const PAUSE_MS = 500;
const AT_A_TIME = 4;

export interface Write {
  /** What it is, for who reads of a loss. */
  what: string;
  path: string;
  headers?: Record<string, string>;
  /** Whether the answer shows it; without it, that there is one is enough. */
  shows?: (body: Record<string, unknown>) => boolean;
}

/** What the market has said yes to, to be looked up when everything is whole again. */
export class Acknowledged {
  readonly #writes: Write[] = [];

  get count(): number {
    return this.#writes.length;
  }

  add(write: Write): void {
    this.#writes.push(write);
  }

  /** Asks for each, until the market has an answer; returns those that are not there. */
  async findLost(url: string): Promise<string[]> {
    const waiting = [...this.#writes];
    const lost: string[] = [];
    const lane = async () => {
      for (let write = waiting.shift(); write; write = waiting.shift())
        if (!(await isThere(url, write))) lost.push(write.what);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, lane));
    return lost;
  }
}

/** What shows only later, as the end of a check does, is waited for; what is not found is lost. */
async function isThere(url: string, { path, headers = {}, shows = () => true }: Write): Promise<boolean> {
  for (const endMs = performance.now() + PATIENCE_MS; ; await sleep(PAUSE_MS)) {
    const answer = await request(url + path, { headers }).catch(() => null);
    if (answer?.status === 200 && shows(JSON.parse(answer.body) as Record<string, unknown>)) return true;
    if (answer?.status === 404 || performance.now() > endMs) return false;
  }
}
