import pg from "pg";
import { PrismaClient } from "@/lib/db/generated/client";
import { adapterOf, openPool } from "@/lib/db/pool";
import { currentSource, goOnWithPrimary, type Source } from "@/lib/db/replicas/reading";
import { logger } from "@/lib/kernel/observability/logger";
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";

/** Why nothing is read from a replica; null while it is used. */
export type LeftOut =
  | "is not known yet"
  | "is away"
  | "lags"
  | "is no replica now"
  | "is of another database"
  | null;

/** A replica that says nothing for this long is away. Whoever waits so long for a connection asks the primary. */
const LOOK_MS = 2_000;
/**
 * A server that was promoted replays nothing. What a server is of is written into its files when the first of its kind
 * is made; a role that may not read it is not told.
 */
const LOOK = `SELECT pg_is_in_recovery() AS "replays",
  CASE WHEN has_function_privilege('pg_control_system()', 'execute')
    THEN (SELECT c."system_identifier"::text FROM pg_control_system() c) END AS "system",
  pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0')::text AS "place"`;

export interface ReplicaState {
  replays: boolean;
  system: string | null;
  /** How far the log of changes is written, or replayed. */
  place: bigint;
}

/** Asks a server what it is, and where in the log of changes it stands. */
export async function readReplicaState(connections: Pick<pg.Pool, "query">): Promise<ReplicaState> {
  const asked = { text: LOOK, query_timeout: LOOK_MS };
  const { rows } = await connections.query<Omit<ReplicaState, "place"> & { place: string | null }>(asked);
  const [{ replays, system, place } = { replays: false, system: null, place: null }] = rows;
  return { replays, system, place: BigInt(place ?? -1) };
}

/**
 * A server that replays what the primary writes, as a source of reads. What it refuses (it writes nothing), gives up
 * (a query in the way of its replay) or does not answer is asked of the primary, and the work goes on there: so whoever
 * has written reads what they wrote.
 */
export class Replica implements Source {
  /** For the log: without user and password. */
  readonly name: string;
  readonly client: PrismaClient;
  readonly connections: Source["connections"];
  #leftOut: LeftOut = "is not known yet";
  readonly #pool: pg.Pool;
  /** Its own connection: a crowd of readers is no outage. */
  readonly #looking: pg.Pool;
  readonly #open = new Set<pg.PoolClient>();

  constructor(connectionString: string, primary: pg.Pool) {
    const { host } = new URL(connectionString);
    this.name = host;
    this.#pool = openPool(connectionString, { connectMs: LOOK_MS });
    this.#pool.on("connect", (client) => this.#open.add(client));
    this.#pool.on("remove", (client) => this.#open.delete(client));
    this.#looking = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: LOOK_MS });
    this.#looking.on("error", () => undefined);
    const ask = this.#ask.bind(this);
    this.client = new PrismaClient({
      adapter: replicaAdapter({ replica: adapterOf(this.#pool), primary: adapterOf(primary) }, ask),
    });
    const query = (asked: pg.QueryConfig) =>
      ask(
        () => this.#pool.query(asked),
        () => primary.query(asked),
      );
    this.connections = { query: query as pg.Pool["query"] };
  }

  get leftOut(): LeftOut {
    return this.#leftOut;
  }

  look = (): Promise<ReplicaState> => readReplicaState(this.#looking);

  /** Leaves it out, or takes it back with null. Who waits for one that is away goes on with the primary at once. */
  leaveOut(why: LeftOut): void {
    if (why === this.#leftOut) return;
    this.#leftOut = why;
    if (why === null) logger.info({ replica: this.name }, "read from a replica");
    else logger.warn({ replica: this.name }, `a replica is left out: it ${why}`);
    if (why === "is away") for (const client of this.#open) cut(client);
  }

  async close(): Promise<void> {
    await this.client.$disconnect();
    await Promise.all([this.#pool.end(), this.#looking.end()]);
  }

  async #ask<T>(here: () => Promise<T>, atPrimary: () => Promise<T>): Promise<T> {
    // Work that does not say what it reads from, or no longer, is the primary's.
    if (currentSource() !== this) return atPrimary();
    try {
      return await here();
    } catch {
      goOnWithPrimary();
      return atPrimary();
    }
  }
}

/** The driver would wait for the answers to come. */
function cut(client: pg.PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

type Ask = <T>(atReplica: () => Promise<T>, atPrimary: () => Promise<T>) => Promise<T>;

/**
 * The client's way to a replica, with the primary for transactions and for what writes. `ask` puts a query to the one
 * or the other.
 */
function replicaAdapter(
  { replica, primary }: Record<"replica" | "primary", SqlDriverAdapterFactory>,
  ask: Ask,
): SqlDriverAdapterFactory {
  return {
    provider: replica.provider,
    adapterName: replica.adapterName,
    async connect(): Promise<SqlDriverAdapter> {
      const [near, behind] = await Promise.all([replica.connect(), primary.connect()]);
      return {
        provider: near.provider,
        adapterName: near.adapterName,
        queryRaw: (query) =>
          ask(
            () => near.queryRaw(query),
            () => behind.queryRaw(query),
          ),
        executeRaw: (query) => {
          goOnWithPrimary();
          return behind.executeRaw(query);
        },
        startTransaction: (level) => {
          goOnWithPrimary();
          return behind.startTransaction(level);
        },
        executeScript: (script) => {
          goOnWithPrimary();
          return behind.executeScript(script);
        },
        getConnectionInfo: () => near.getConnectionInfo?.() ?? { supportsRelationJoins: true },
        dispose: async () => {
          await Promise.all([near.dispose(), behind.dispose()]);
        },
      };
    },
  };
}
