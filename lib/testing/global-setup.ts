import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../../scripts/migrate.mjs";
import { startPostgres } from "../../scripts/postgres.mjs";

export const TEMPLATE_DATABASE = "market_template";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Starts one throw-away PostgreSQL for the whole run, with a migrated template that each test file copies. */
export default async function setup(project: Pick<TestProject, "provide">): Promise<() => Promise<void>> {
  const base = fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir();
  const directory = fs.mkdtempSync(path.join(base, "emporion-unit-"));
  fs.chmodSync(directory, 0o755);
  const server = await startPostgres(directory, { ephemeral: true });
  const client = new pg.Client(server.url("postgres"));
  await client.connect();
  await client.query(`create database ${TEMPLATE_DATABASE}`);
  await client.end();
  await migrate(server.url(TEMPLATE_DATABASE), path.resolve("prisma/migrations"));
  project.provide("postgresUrl", server.url("postgres"));
  return () => server.stop();
}
