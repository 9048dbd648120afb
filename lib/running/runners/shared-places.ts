import { DomainError } from "@/lib/kernel/errors";
import type { Claim } from "./run-claims";

/** Places that several processes share: what each of them runs and has waiting stands where all can read it. */
export interface SharedPlaces {
  /**
   * Takes a place for a run, in one moment for all processes; where its turn has not come (`isNext`) it is kept as
   * waiting. `others` are the runs of the other processes.
   */
  take(claim: Claim, concurrency: number): Promise<{ granted: boolean; others: readonly Claim[] }>;
  /** The runs of the other processes. */
  look(): Promise<readonly Claim[]>;
  /** As `look`; says too that these runs of this process are still there. Without it they are forgotten after a lease. */
  renew(claims: readonly Claim[]): Promise<readonly Claim[]>;
  leave(id: string): Promise<void>;
}

/** How soon a process that waits for others looks again. */
export const LOOK_MS = 250;
const RENEW_MS = 5_000;
const ANSWER_MS = 10_000;
const RETRY_SECONDS = 5;

interface Local {
  /** The runs of this process that others are to know of. */
  readonly claims: () => readonly Claim[];
  /** In how many milliseconds to look at what the others do. */
  readonly pace: () => number;
  /** Something may have changed with the others. */
  readonly seen: () => void;
}

/** One process's part in places that are shared: knows what the others did last, and renews what stands for this one. */
export class PlacesInCommon {
  readonly #places: SharedPlaces;
  readonly #local: Local;
  #others: readonly Claim[] = [];
  /** Runs of this process that may stand where the others read, with what is said there of their callers' use. */
  readonly #told = new Map<string, number>();
  readonly #leaving = new Set<Promise<void>>();
  #renewedAt = 0;
  #renewing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lookAt = 0;

  constructor(places: SharedPlaces, local: Local) {
    this.#places = places;
    this.#local = local;
  }

  /** As they were when they were last looked at. */
  get others(): readonly Claim[] {
    return this.#others;
  }

  /** The runs of the others now. Throws RUNNER_UNAVAILABLE, with the seconds to wait, when nobody can say. */
  async look(): Promise<readonly Claim[]> {
    this.#others = await answered(this.#places.look());
    return this.#others;
  }

  /** Throws as `look` does. */
  async take(claim: Claim, concurrency: number): Promise<boolean> {
    await this.left(); // what is given back just now is free
    this.#told.set(claim.id, claim.used);
    const asked = this.#places.take(claim, concurrency);
    try {
      const { granted, others } = await answered(asked);
      this.#told.set(claim.id, claim.used); // it may have left meanwhile
      this.#others = others;
      return granted;
    } catch (error) {
      void this.#leaveOnceAnswered(claim, asked);
      throw error;
    }
  }

  /** A place that comes after it was given up must not stay taken by nobody until its lease is over. */
  async #leaveOnceAnswered({ id, used }: Claim, asked: Promise<unknown>): Promise<void> {
    await asked.catch(() => undefined);
    this.#told.set(id, used);
    this.leave(id);
  }

  leave(id: string): void {
    if (!this.#told.delete(id)) return;
    const leaving = (async () => {
      await this.#renewing; // which would write it again
      await this.#places.leave(id).catch(() => undefined); // it ends with its lease
    })();
    this.#leaving.add(leaving);
    void leaving.finally(() => this.#leaving.delete(leaving));
  }

  /** Resolves once what was left is told to the others. */
  async left(): Promise<void> {
    await Promise.all(this.#leaving);
  }

  /** Looks at the others in time, for as long as there are runs here. */
  watch(): void {
    const at = performance.now() + Math.min(RENEW_MS, this.#local.pace());
    if (this.#timer && this.#lookAt <= at) return;
    clearTimeout(this.#timer);
    this.#lookAt = at;
    this.#timer = setTimeout(() => void this.#tick(), at - performance.now()).unref();
  }

  async #tick(): Promise<void> {
    this.#timer = undefined;
    const claims = this.#local.claims();
    if (claims.length === 0) return;
    this.#renewing = this.#renew(claims);
    await this.#renewing;
    this.#local.seen();
    this.watch();
  }

  async #renew(claims: readonly Claim[]): Promise<void> {
    const now = performance.now();
    const due =
      now - this.#renewedAt >= RENEW_MS - LOOK_MS ||
      claims.some((each) => !each.running && this.#told.get(each.id) !== each.used);
    try {
      if (due) for (const { id, used } of claims) this.#told.set(id, used);
      this.#others = await answered(due ? this.#places.renew(claims) : this.#places.look());
      if (due) this.#renewedAt = now;
    } catch {
      // Whoever waits is told so when the place is asked for.
    }
  }
}

async function answered<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    throw new DomainError(
      "RUNNER_UNAVAILABLE",
      "The places to run skills cannot be counted just now. Nothing was charged.",
      { cause: error, details: { retryAfterSeconds: RETRY_SECONDS } },
    );
  } finally {
    clearTimeout(timer);
  }
}
