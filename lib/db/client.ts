import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/lib/db/generated/client";
import { showPool } from "@/lib/db/pool-metrics";
import { NamedStatements } from "@/lib/db/named-statements";
import { statementNamer } from "@/lib/db/statement-names";
import type { Prisma } from "@/lib/db/generated/client";

/** The client, or a transaction opened by `inTransaction`: repositories take either. */
export type Database = PrismaClient | Prisma.TransactionClient;

const DEFAULT_CONNECTIONS = 10;
/** For a connection, or a free one of those there are. Whoever waits longer is told that the database is away. */
const CONNECT_MS = 10_000;
/**
 * For the answer to a statement, far beyond any of the market's; `DATABASE_ANSWER_SECONDS` is for a command that reads
 * all there is. A network that swallows a connection, as one does that forgets it or loses its other end, tells nobody:
 * without this each waits until the system gives the connection up, which takes many minutes.
 */
const ANSWER_SECONDS = 120;

interface OpenDatabase {
  client: PrismaClient;
  pool: pg.Pool;
}

// One client per process, shared by the agent API and the pages, which are bundled apart.
const holder = globalThis as unknown as { emporionDatabase?: OpenDatabase };

/** The process's database client, opened on first use from `DATABASE_URL`. */
export function database(): PrismaClient {
  return opened().client;
}

/**
 * The connections behind `database()`, for the few statements that are asked for each paid call (`lib/db/statement`).
 */
export function connections(): pg.Pool {
  return opened().pool;
}

function opened(): OpenDatabase {
  return (holder.emporionDatabase ??= openDatabase(process.env["DATABASE_URL"] ?? ""));
}

function openDatabase(connectionString: string): OpenDatabase {
  if (!connectionString) throw new Error("DATABASE_URL is not set");
  const max = Number(process.env["DATABASE_CONNECTIONS"] ?? DEFAULT_CONNECTIONS);
  const answerSeconds = Number(process.env["DATABASE_ANSWER_SECONDS"] || ANSWER_SECONDS);
  // A pooler that hands each transaction to another connection may not keep prepared ones.
  const named = new NamedStatements(process.env["DATABASE_PREPARED_STATEMENTS"] !== "false");
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: answerSeconds * 1000,
  });
  pool.on("error", () => undefined); // an idle connection was cut: the pool opens another when one is needed
  pool.on("connect", (client) => named.watch(client));
  showPool(() => holder.emporionDatabase?.pool);
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementNamer() });
  return { pool, client: new PrismaClient({ adapter }) };
}

/** Closes the client and its connections; the next `database()` opens new ones. */
export async function closeDatabase(): Promise<void> {
  const open = holder.emporionDatabase;
  delete holder.emporionDatabase;
  await open?.client.$disconnect();
  await open?.pool.end();
}
