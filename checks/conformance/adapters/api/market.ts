import next from "next";
import pg from "pg";
import { closeDatabase } from "@/lib/db/client";
import { env } from "@/lib/platform/config/env";
import { closeSchemaThread } from "@/lib/running/contract/json-schema";
import { answerWith } from "@/processes/answer-request";
import { pageHandler } from "@/processes/pages/page-handler";
import type { MarketSettings } from "./market-settings";
import { resetClock } from "./shifted-clock";

/** Rows that come with the migrations, not with use. */
const KEPT_TABLES = new Set(["_prisma_migrations", "ReservedNames"]);

/** A whole market in this process: real database, agent API and built pages behind one listener. */
export interface Market {
  url: string;
  /** Empties the database and sets the clock right, for the next case. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it. The pages must have been built; `npm run conformance` sees to that. */
export async function startMarket({ server, url, port, databaseUrl }: MarketSettings): Promise<Market> {
  const pages = next({ dev: false, hostname: "localhost", port });
  await pages.prepare();
  const answer = answerWith(pageHandler(pages, { dev: false }), env().TRUSTED_PROXY_HOPS);
  server.on("request", (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const tables = await listTables(client);
  return {
    url,
    async reset() {
      resetClock();
      await client.query(`truncate ${tables.map((table) => `"${table}"`).join(", ")} cascade`);
    },
    async stop() {
      resetClock();
      await pages.close();
      await closeDatabase();
      await closeSchemaThread();
      await client.end();
    },
  };
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  return rows.map(({ tablename }) => tablename).filter((table) => !KEPT_TABLES.has(table));
}
