import type { TestProject } from "vitest/node";
import { generateSources } from "../../scripts/setup.ts";
import { startThrowAwayPostgres } from "./throw-away-postgres";

export const TEMPLATE_DATABASE = "market_template";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Each project loads this file anew: what they share is kept beside them. */
const holder = globalThis as unknown as { emporionPostgres?: ReturnType<typeof startOnce> };

/**
 * Brings the database client up to date, and starts one throw-away PostgreSQL for the run, whatever number of projects
 * ask for it, with a migrated template each file copies. The first project ends it, when all have ended.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const isFirst = holder.emporionPostgres === undefined;
  holder.emporionPostgres ??= startOnce();
  const server = await holder.emporionPostgres;
  project.provide("postgresUrl", server.url("postgres"));
  return isFirst ? () => server.stop() : undefined;
}

async function startOnce() {
  generateSources();
  const server = await startThrowAwayPostgres();
  await server.createMigrated(TEMPLATE_DATABASE);
  return server;
}
