import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { migrate } from "../../scripts/migrate.mjs";
import { startPostgres } from "../../scripts/postgres.mjs";

export interface ThrowAwayDatabase {
  url: string;
  /** Stops the server and deletes its files. */
  close(): Promise<void>;
}

/** A PostgreSQL of its own with one migrated database, for a process that tests and is not a test run. */
export async function openThrowAwayDatabase(): Promise<ThrowAwayDatabase> {
  const base = fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir();
  const directory = fs.mkdtempSync(path.join(base, "emporion-once-"));
  fs.chmodSync(directory, 0o755); // PostgreSQL may run as another user
  const server = await startPostgres(directory, { ephemeral: true });
  const client = new pg.Client(server.url("postgres"));
  await client.connect();
  await client.query("create database market");
  await client.end();
  await migrate(server.url("market"), path.resolve("prisma/migrations"));
  return { url: server.url("market"), close: () => server.stop() };
}
