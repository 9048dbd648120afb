import type { TestProject } from "vitest/node";
import { generateSources } from "../../scripts/setup.mjs";
import { startThrowAwayPostgres } from "./throw-away-postgres";

export const TEMPLATE_DATABASE = "market_template";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/**
 * Brings the database client up to date, and starts one throw-away PostgreSQL for the run with a migrated template each
 * file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  generateSources();
  const server = await startThrowAwayPostgres();
  await server.createMigrated(TEMPLATE_DATABASE);
  project.provide("postgresUrl", server.url("postgres"));
  return () => server.stop();
}
