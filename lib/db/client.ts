import type pg from "pg";
import { PrismaClient } from "@/lib/db/generated/client";
import { adapterOf, openPool } from "@/lib/db/pool";
import { showReplicas } from "@/lib/db/replicas/replica-metrics";
import { currentSource } from "@/lib/db/replicas/reading";
import { Replicas, replicaUrls } from "@/lib/db/replicas/replicas";
import type { Prisma } from "@/lib/db/generated/client";
import { Gauge } from "prom-client";
import { metrics } from "@/lib/kernel/observability/metrics";

/** The client, or a transaction opened by `inTransaction`: repositories take either. */
export type Database = PrismaClient | Prisma.TransactionClient;

interface OpenDatabase {
  client: PrismaClient;
  pool: pg.Pool;
  replicas: Replicas;
}

// One client per process, shared by the agent API and the pages, which are bundled apart.
const holder = globalThis as unknown as { emporionDatabase?: OpenDatabase };

/**
 * The process's database client, opened on first use from `DATABASE_URL`; inside of `readFromReplica` the replica's.
 */
export function database(): PrismaClient {
  return currentSource()?.client ?? opened().client;
}

/**
 * The connections behind `database()`, for the few statements that are asked for each paid call (`lib/db/statement`).
 */
export function connections(): Pick<pg.Pool, "query"> {
  return currentSource()?.connections ?? opened().pool;
}

/** Those that `DATABASE_REPLICA_URLS` names. */
export function replicas(): Replicas {
  return opened().replicas;
}

function opened(): OpenDatabase {
  return (holder.emporionDatabase ??= openDatabase(process.env["DATABASE_URL"] ?? ""));
}

function openDatabase(connectionString: string): OpenDatabase {
  if (!connectionString) throw new Error("DATABASE_URL is not set");
  const pool = openPool(connectionString);
  showPool(() => holder.emporionDatabase?.pool);
  const urls = replicaUrls();
  showReplicas(() => holder.emporionDatabase?.replicas.figures() ?? []);
  const client = new PrismaClient({ adapter: adapterOf(pool) });
  return { pool, client, replicas: new Replicas(urls, pool) };
}

/** Closes the client and its connections; the next `database()` opens new ones. */
export async function closeDatabase(): Promise<void> {
  const open = holder.emporionDatabase;
  delete holder.emporionDatabase;
  await open?.replicas.close();
  await open?.client.$disconnect();
  await open?.pool.end();
}

/** What the pool of this process's connections is doing, whenever the figures are read. */
function showPool(poolOf: () => pg.Pool | undefined): void {
  if (metrics.getSingleMetric(NAME)) return;
  const connections = new Gauge({
    name: NAME,
    help: "Connections to the database of this process: in use, idle, and how many wait for one.",
    labelNames: ["state"],
    registers: [],
    collect() {
      const pool = poolOf();
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pool ?? {};
      this.set({ state: "used" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
      this.set({ state: "waiting" }, waitingCount);
    },
  });
  metrics.registerMetric(connections);
}

const NAME = "emporion_database_connections";
