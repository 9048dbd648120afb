import { once } from "node:events";
import type { Socket } from "node:net";
import pg from "pg";

/** `before` the statement reaches the database, or `after` it was done there and only its answer was lost. */
export type LostAt = "before" | "after";

const LOST = "Connection terminated unexpectedly";

/** Whether this is what a caller is told of a lost connection. */
export const isLostConnection = (error: unknown) => /connection|server has closed/i.test(String(error));

interface Query {
  (this: pg.Client, ...parameters: unknown[]): unknown;
}

/**
 * Counts the statements of this process and loses the connection at one of them, as a database that restarts does: the
 * statement and all that is under way on that connection fail, and whether the statement was done is known to nobody.
 */
export class FailingStatements {
  count = 0;
  private at = Infinity;
  private lostAt: LostAt = "before";
  private readonly query = Reflect.get(pg.Client.prototype, "query") as Query;

  install(): void {
    const next = (client: pg.Client, parameters: unknown[]) => this.next(client, parameters);
    Object.assign(pg.Client.prototype, {
      query(this: pg.Client, ...parameters: unknown[]) {
        return next(this, parameters);
      },
    });
  }

  uninstall(): void {
    Object.assign(pg.Client.prototype, { query: this.query });
  }

  /** From now on counts anew, and fails at the statement with this number; 1 is the next. */
  failAt(number: number, lostAt: LostAt): void {
    this.count = 0;
    this.at = number;
    this.lostAt = lostAt;
  }

  private next(client: pg.Client, parameters: unknown[]): unknown {
    if (++this.count !== this.at) return this.query.apply(client, parameters);
    const tell = parameters.at(-1) as (error: unknown) => void;
    if (typeof tell !== "function") return this.lose(client, parameters);
    return void this.lose(client, parameters.slice(0, -1)).catch(tell);
  }

  private async lose(client: pg.Client, parameters: unknown[]): Promise<never> {
    if (this.lostAt === "after") await this.query.apply(client, parameters);
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    await once(stream.destroy(), "close");
    throw new Error(LOST);
  }
}
