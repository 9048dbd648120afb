import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { statementNamer } from "@/lib/db/statement-names";
import { logger } from "@/lib/kernel/observability/logger";

/** A statement of that name is there already; and is not there. */
const LOST_NAMES: ReadonlySet<unknown> = new Set(["42P05", "26000"]);
const SENTENCE =
  "A pooler gives each transaction another connection and does not keep prepared statements. " +
  "This process stops preparing them. Set DATABASE_PREPARED_STATEMENTS=false so that none begins with it, " +
  "or let the pooler keep them (PgBouncer: max_prepared_statements).";

type Answer = (error: Error | null, result?: unknown) => void;

/**
 * Whether statements are prepared on the connections of one pool. They are until a pooler shows that it hands
 * connections on: then a name is missing where it was given, or there where it was not.
 */
class NamedStatements {
  #given: boolean;

  constructor(prepares: boolean) {
    this.#given = prepares;
  }

  /**
   * Watches a connection of the pool. A statement that lost its name outside of a transaction is sent once more without
   * one: it has done nothing yet. Inside, the transaction has failed, and `inTransaction` repeats it.
   */
  watch(client: pg.PoolClient): void {
    const driver = Object.getPrototypeOf(client) as { query: (...given: unknown[]) => Promise<unknown> };
    const send = (...given: unknown[]) => driver.query.apply(client, given);
    const inTurn = takeTurns();
    const query = (...given: unknown[]): unknown => {
      const [asked, ...rest] = given;
      const answer = rest.findLast((each): each is Answer => typeof each === "function");
      if (!isNamed(asked)) return answer || isCursor(asked) ? send(...given) : inTurn(() => send(...given));
      const values = rest.filter((each) => each !== answer);
      const answered = inTurn(() =>
        this.#send(client, (named) => send(named ? asked : unnamed(asked), ...values)),
      );
      if (!answer) return answered;
      void answered.then(
        (result) => answer(null, result),
        (error: unknown) => answer(error as Error),
      );
      return undefined;
    };
    client.query = query as typeof client.query;
  }

  async #send(client: pg.PoolClient, send: (named: boolean) => Promise<unknown>): Promise<unknown> {
    if (!this.#given) return send(false);
    const isInTransaction = client.getTransactionStatus() === "T";
    try {
      return await send(true);
    } catch (error) {
      if (!lostItsName(error)) throw error;
      this.#giveUp();
      if (isInTransaction) throw error;
      return send(false);
    }
  }

  #giveUp(): void {
    if (!this.#given) return;
    this.#given = false;
    logger.warn(SENTENCE);
  }
}

/**
 * Does one work after the other. Statements of one transaction that are asked for at once (the relations of a row, say)
 * share a connection; the driver is going to refuse one that is sent while another is answered.
 */
function takeTurns(): (work: () => Promise<unknown>) => Promise<unknown> {
  let last: Promise<unknown> | null = null;
  return (work) => {
    const mine = last === null ? work() : last.then(work, work);
    last = mine;
    const end = () => {
      if (last === mine) last = null;
    };
    mine.then(end, end);
    return mine;
  };
}

const isCursor = (asked: unknown): boolean =>
  typeof (asked as { submit?: unknown } | null)?.submit === "function";

const isNamed = (asked: unknown): asked is pg.QueryConfig =>
  typeof asked === "object" && asked !== null && Boolean((asked as pg.QueryConfig).name);

const unnamed = ({ name: _name, ...asked }: pg.QueryConfig): pg.QueryConfig => asked;

const lostItsName = (error: unknown) => LOST_NAMES.has((error as { code?: unknown } | null)?.code);

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
