import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { migrate } from "../../scripts/migrate.mjs";
import { startPostgres } from "../../scripts/postgres.mjs";
import { fastTempDirectory } from "../../scripts/fast-temp-directory.mjs";

/** Its log of changes alone may take half of this. */
const MOST_BYTES = 2 * 1024 ** 3;

/** A PostgreSQL that is gone with its last test. */
export interface ThrowAwayPostgres {
  url(database: string): string;
  /** Makes a database with every migration applied. */
  createMigrated(database: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one, in memory where the machine has a place for that. */
export async function startThrowAwayPostgres(): Promise<ThrowAwayPostgres> {
  const directory = fs.mkdtempSync(path.join(fastTempDirectory(MOST_BYTES), "emporion-unit-"));
  fs.chmodSync(directory, 0o755);
  const server = await startPostgres(directory, { ephemeral: true });
  return {
    url: (database) => server.url(database),
    async createMigrated(database) {
      const client = new pg.Client(server.url("postgres"));
      await client.connect();
      await client.query(`create database ${database}`);
      await client.end();
      await migrate(server.url(database), path.resolve("prisma/migrations"));
    },
    stop: () => server.stop(),
  };
}
