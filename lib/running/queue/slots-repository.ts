import { randomUUID } from "node:crypto";
import { database } from "@/lib/db/client";
import { runStatement } from "@/lib/db/statement";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { withTimeout } from "@/lib/kernel/with-timeout";
import type { Lease } from "@/lib/running/queue/decide-slots";

/**
 * Where runs are written down that have a slot, wait for one or were sold, so that all who share the slots count
 * them.
 */
export interface SlotStore {
  /** Whether other processes write here too, so that it has to be looked at again and again. */
  readonly isShared: boolean;
  /**
   * Writes `lease` in the state that `decide` gives it, in one moment for all processes, and takes the sale that it
   * fulfils away. `others` are the runs of other processes and all that were sold. What `decide` throws writes nothing.
   */
  place(lease: Lease, decide: Decide, saleId?: string): Promise<Placed>;
  /** The runs of other processes, and all that were sold. */
  list(): Promise<readonly Lease[]>;
  /** As `list`; says too that these runs are still there. Without it they are forgotten after a lease. */
  renew(leases: readonly Lease[]): Promise<readonly Lease[]>;
  remove(id: string): Promise<void>;
}

type Decide = (others: readonly Lease[]) => Lease["state"];
interface Placed {
  readonly state: Lease["state"];
  readonly others: readonly Lease[];
}

/** For so long a slot is promised to a run whose payment is on its way; later it waits as others do. */
export const SALE_LEASE_MS = 30_000;

/** The slots of one process that has them for itself: only what was sold is to be kept. */
export class OwnSlots implements SlotStore {
  readonly isShared = false;
  readonly #now: () => number;
  readonly #sold = new Map<string, { lease: Lease; at: number }>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async place(lease: Lease, decide: Decide, saleId?: string): Promise<Placed> {
    if (saleId !== undefined) this.#sold.delete(saleId);
    const others = (await this.list()).filter(({ id }) => id !== lease.id);
    const state = decide(others);
    if (state === "sold") this.#sold.set(lease.id, { lease: { ...lease, state }, at: this.#now() });
    return { state, others };
  }

  list(): Promise<readonly Lease[]> {
    const now = this.#now();
    for (const [id, { at }] of this.#sold) if (now - at > SALE_LEASE_MS) this.#sold.delete(id);
    return Promise.resolve([...this.#sold.values()].map(({ lease }) => lease));
  }

  renew(): Promise<readonly Lease[]> {
    return this.list();
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
  try {
    return await withTimeout(answer, ANSWER_MS, () => new Error(`no answer within ${ANSWER_MS} ms`));
  } catch (error) {
    if (error instanceof DomainError) throw error; // a decision, not a failure
    throw new DomainError(
      "RUNNER_UNAVAILABLE",
      "The places to run skills cannot be counted just now. Nothing was charged.",
      { cause: error, details: { retryAfterSeconds: RETRY_SECONDS } },
    );
  }
}

const LEASE_MS = 15_000;
/** A process that stands still must not hold up those that share its slots. */
const LOCKED_MS = "3000";

interface Row extends Lease {
  readonly process: string;
}

const COLUMNS = `id, process, state, names, publisher, paid, used, expected_ms as "expectedMs", limit_ms as "limitMs",
  (1000 * extract(epoch from clock_timestamp() - since))::float8 as "elapsedMs"`;
const LIVE = `from "RunSlots" where pool = $1 and lease_until > clock_timestamp()`;
const OTHERS = `select ${COLUMNS} ${LIVE} and (process <> $2 or state = 'sold')`;
/** Writes leases ($4) for so many milliseconds ($3). A run that has its slot is never one again that waits. */
const WRITE = `
  insert into "RunSlots" (id, pool, process, state, names, publisher, paid, used, expected_ms, limit_ms, since, lease_until)
  select id, $1, $2, state, names, publisher, paid, used, "expectedMs", "limitMs",
    clock_timestamp() - "elapsedMs" * interval '1 ms', clock_timestamp() + $3::float8 * interval '1 ms'
  from jsonb_to_recordset($4::jsonb) as given (id text, state text, names text[], publisher text[], paid boolean,
    used integer, "expectedMs" float8, "limitMs" float8, "elapsedMs" float8)
  on conflict (id) do update set lease_until = excluded.lease_until, used = excluded.used,
    state = case "RunSlots".state when 'running' then 'running' else excluded.state end,
    since = case when "RunSlots".state <> 'running' and excluded.state = 'running' then excluded.since
      else "RunSlots".since end`;

/**
 * One process's part in the slots named `pool`, counted in the database. A process that dies gives its slots back when
 * its lease is over.
 */
export class DatabaseSlots implements SlotStore {
  readonly isShared = true;
  readonly #pool: string;
  readonly #process = randomUUID();
  readonly #leaseMs: number;

  constructor(pool: string, { leaseMs = LEASE_MS }: { leaseMs?: number } = {}) {
    this.#pool = pool;
    this.#leaseMs = leaseMs;
  }

  /** Processes that ask at the same time are answered one after the other. */
  place(lease: Lease, decide: Decide, saleId?: string): Promise<Placed> {
    return inTransaction(async (db) => {
      await db.$executeRaw`select set_config('lock_timeout', ${LOCKED_MS}, true),
        set_config('idle_in_transaction_session_timeout', ${LOCKED_MS}, true),
        pg_advisory_xact_lock(hashtextextended('run slots ' || ${this.#pool}, 0))`;
      const rows = await db.$queryRawUnsafe<Row[]>(
        `select ${COLUMNS} ${LIVE} and id <> all($2::text[])`,
        this.#pool,
        [lease.id, saleId ?? ""],
      );
      // Which of its own is next, the process has chosen.
      const others = rows.filter((each) => each.process !== this.#process || each.state === "sold");
      const state = decide(others);
      if (saleId !== undefined) await db.runSlot.deleteMany({ where: { id: saleId } });
      const leaseMs = state === "sold" ? SALE_LEASE_MS : this.#leaseMs;
      const written = JSON.stringify([{ ...lease, state, elapsedMs: 0 }]);
      await db.$executeRawUnsafe(WRITE, this.#pool, this.#process, leaseMs, written);
      return { state, others };
    });
  }

  async list(): Promise<readonly Lease[]> {
    return runStatement<Row>(OTHERS, [this.#pool, this.#process]);
  }

  /** Prolongs leases, writes the runs that are not there, and forgets all whose lease ended long ago. */
  async renew(leases: readonly Lease[]): Promise<readonly Lease[]> {
    return runStatement<Row>(
      `with gone as (delete from "RunSlots" where lease_until < clock_timestamp() - interval '1 minute'),
        renewed as (${WRITE})
      ${OTHERS}`,
      [this.#pool, this.#process, this.#leaseMs, JSON.stringify(leases)],
    );
  }

  async remove(id: string): Promise<void> {
    await database().runSlot.deleteMany({ where: { id } });
  }
}
