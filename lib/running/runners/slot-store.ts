import { DomainError } from "@/lib/kernel/errors";
import type { Claim } from "./decide-slots";

/** Where runs are written down that have a slot, wait for one or were sold, so that all who share the slots count them. */
export interface SlotStore {
  /** Whether other processes write here too, so that it has to be looked at again and again. */
  readonly isShared: boolean;
  /**
   * Writes `claim` in the state that `decide` gives it, in one moment for all processes, and takes the sale that it
   * fulfils away. `others` are the runs of other processes and all that were sold. What `decide` throws writes nothing.
   */
  place(claim: Claim, decide: Decide, saleId?: string): Promise<Placed>;
  /** The runs of other processes, and all that were sold. */
  look(): Promise<readonly Claim[]>;
  /** As `look`; says too that these runs are still there. Without it they are forgotten after a lease. */
  renew(claims: readonly Claim[]): Promise<readonly Claim[]>;
  remove(id: string): Promise<void>;
}

export type Decide = (others: readonly Claim[]) => Claim["state"];
export interface Placed {
  readonly state: Claim["state"];
  readonly others: readonly Claim[];
}

/** For so long a slot is promised to a run whose payment is on its way; later it waits as others do. */
export const SALE_LEASE_MS = 30_000;

/** The slots of one process that has them for itself: only what was sold is to be kept. */
export class OwnSlots implements SlotStore {
  readonly isShared = false;
  readonly #now: () => number;
  readonly #sold = new Map<string, { claim: Claim; at: number }>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async place(claim: Claim, decide: Decide, saleId?: string): Promise<Placed> {
    if (saleId !== undefined) this.#sold.delete(saleId);
    const others = (await this.look()).filter(({ id }) => id !== claim.id);
    const state = decide(others);
    if (state === "sold") this.#sold.set(claim.id, { claim: { ...claim, state }, at: this.#now() });
    return { state, others };
  }

  look(): Promise<readonly Claim[]> {
    const now = this.#now();
    for (const [id, { at }] of this.#sold) if (now - at > SALE_LEASE_MS) this.#sold.delete(id);
    return Promise.resolve([...this.#sold.values()].map(({ claim }) => claim));
  }

  renew(): Promise<readonly Claim[]> {
    return this.look();
  }

  remove(id: string): Promise<void> {
    this.#sold.delete(id);
    return Promise.resolve();
  }
}

const ANSWER_MS = 10_000;
const RETRY_SECONDS = 5;

/** What the store answers. Throws RUNNER_UNAVAILABLE, with the seconds to wait, when it fails or does not answer. */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (error instanceof DomainError) throw error; // a decision, not a failure
    throw new DomainError(
      "RUNNER_UNAVAILABLE",
      "The places to run skills cannot be counted just now. Nothing was charged.",
      { cause: error, details: { retryAfterSeconds: RETRY_SECONDS } },
    );
  } finally {
    clearTimeout(timer);
  }
}
