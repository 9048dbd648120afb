import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { NamedStatements } from "@/lib/db/named-statements";
import { statementNamer } from "@/lib/db/statement-names";

const DEFAULT_CONNECTIONS = 10;
/** For a connection, or a free one of those there are. Whoever waits longer is told that the database is away. */
const CONNECT_MS = 10_000;
/**
 * For the answer to a statement, far beyond any of the market's; `DATABASE_ANSWER_SECONDS` is for a command that reads
 * all there is. A network that swallows a connection, as one does that forgets it or loses its other end, tells nobody:
 * without this each waits until the system gives the connection up, which takes many minutes.
 */
const ANSWER_SECONDS = 120;

/** As many connections to one server as the settings say. */
export function openPool(connectionString: string, { connectMs = CONNECT_MS } = {}): pg.Pool {
  const max = Number(process.env["DATABASE_CONNECTIONS"] ?? DEFAULT_CONNECTIONS);
  const answerSeconds = Number(process.env["DATABASE_ANSWER_SECONDS"] || ANSWER_SECONDS);
  // A pooler that hands each transaction to another connection may not keep prepared ones.
  const named = new NamedStatements(process.env["DATABASE_PREPARED_STATEMENTS"] !== "false");
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerSeconds * 1000,
  });
  pool.on("error", () => undefined); // an idle connection was cut: the pool opens another when one is needed
  pool.on("connect", (client) => named.watch(client));
  return pool;
}

/** The client's way to the server of a pool. */
export const adapterOf = (pool: pg.Pool) => new PrismaPg(pool, { statementNameGenerator: statementNamer() });
