import { database, type Database } from "@/lib/db/client";
import { runStatement } from "@/lib/db/statement";
import { inTransaction } from "@/lib/db/transaction";
import type { Claim } from "./run-claims";

/** Which set of places, and which process has a part in it. */
export interface Membership {
  readonly pool: string;
  readonly process: string;
  /** For which a row stands without being renewed. */
  readonly leaseMs: number;
}

export interface PlacedRun extends Claim {
  readonly process: string;
}

/** A process that stands still must not hold up those that share its places. */
const LOCKED_MS = "3000";

const COLUMNS = `id, process, caller, network, paid, running, used, expected_ms as "expectedMs", timeout_ms as "timeoutMs",
  (1000 * extract(epoch from clock_timestamp() - since))::float8 as "elapsedMs"`;
const LIVE = `from "RunPlaces" where pool = $1 and lease_until > clock_timestamp()`;

interface Row extends Omit<PlacedRun, "caller" | "network" | "timeoutMs"> {
  caller: string;
  network: string | null;
  timeoutMs: number | null;
}

const toRun = ({ network, timeoutMs, ...row }: Row): PlacedRun => ({
  ...row,
  network: network ?? undefined,
  timeoutMs: timeoutMs ?? undefined,
});

/** Runs of all other processes. */
export async function findPlacesOfOthers({ pool, process }: Membership): Promise<PlacedRun[]> {
  const rows = await runStatement<Row>(`select ${COLUMNS} ${LIVE} and process <> $2`, [pool, process]);
  return rows.map(toRun);
}

/**
 * Writes a run as `decide` says of all others that stand there: running, or waiting. Processes that ask at the same time
 * are answered one after the other. Returns whether it runs, and the runs of other processes.
 */
export function placeRun(
  membership: Membership,
  claim: Claim,
  decide: (others: readonly PlacedRun[]) => boolean,
): Promise<{ granted: boolean; others: PlacedRun[] }> {
  const { pool, process } = membership;
  return inTransaction(async (db) => {
    await db.$executeRaw`select set_config('lock_timeout', ${LOCKED_MS}, true),
      set_config('idle_in_transaction_session_timeout', ${LOCKED_MS}, true),
      pg_advisory_xact_lock(hashtextextended('run places ' || ${pool}, 0))`;
    const rows = await db.$queryRawUnsafe<Row[]>(`select ${COLUMNS} ${LIVE} and id <> $2`, pool, claim.id);
    const runs = rows.map(toRun);
    const granted = decide(runs);
    await writeRun(db, membership, { ...claim, running: granted });
    return { granted, others: runs.filter((each) => each.process !== process) };
  });
}

async function writeRun(db: Database, { pool, process, leaseMs }: Membership, claim: Claim): Promise<void> {
  const {
    id,
    caller = "",
    network = null,
    paid = false,
    running,
    used,
    expectedMs,
    timeoutMs = null,
  } = claim;
  await db.$executeRaw`
    insert into "RunPlaces" (id, pool, process, caller, network, paid, running, used, expected_ms, timeout_ms, since, lease_until)
    values (${id}, ${pool}, ${process}, ${caller}, ${network}, ${paid}, ${running}, ${used}, ${expectedMs}, ${timeoutMs},
      clock_timestamp(), clock_timestamp() + ${leaseMs}::float8 * interval '1 ms')
    on conflict (id) do update set running = excluded.running, used = excluded.used, lease_until = excluded.lease_until,
      since = case when excluded.running then excluded.since else "RunPlaces".since end`;
}

/**
 * Prolongs the leases of a process's runs, writes those that are not there, and forgets all whose lease ended long ago.
 * Returns the runs of other processes.
 */
export async function renewPlaces(
  { pool, process, leaseMs }: Membership,
  claims: readonly Claim[],
): Promise<PlacedRun[]> {
  const rows = claims.map((each) => ({
    id: each.id,
    caller: each.caller ?? "",
    network: each.network ?? null,
    paid: each.paid ?? false,
    running: each.running,
    used: each.used,
    expected_ms: each.expectedMs,
    timeout_ms: each.timeoutMs ?? null,
    elapsed_ms: each.elapsedMs,
  }));
  const others = await runStatement<Row>(
    `with gone as (delete from "RunPlaces" where lease_until < clock_timestamp() - interval '1 minute'),
      kept as (
        insert into "RunPlaces" (id, pool, process, caller, network, paid, running, used, expected_ms, timeout_ms, since, lease_until)
        select id, $1, $2, caller, network, paid, running, used, expected_ms, timeout_ms,
          clock_timestamp() - elapsed_ms * interval '1 ms', clock_timestamp() + $3::float8 * interval '1 ms'
        from jsonb_to_recordset($4::jsonb) as given (id text, caller text, network text, paid boolean, running boolean,
          used integer, expected_ms float8, timeout_ms float8, elapsed_ms float8)
        on conflict (id) do update set lease_until = excluded.lease_until, used = excluded.used)
    select ${COLUMNS} ${LIVE} and process <> $2`,
    [pool, process, leaseMs, JSON.stringify(rows)],
  );
  return others.map(toRun);
}

export async function deletePlace(id: string): Promise<void> {
  await database().runPlace.deleteMany({ where: { id } });
}
