import type { TestProject } from "vitest/node";
import { startThrowAwayPostgres } from "./throw-away-postgres";

export const TEMPLATE_DATABASE = "market_template";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Starts one throw-away PostgreSQL for the whole run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowAwayPostgres();
  await server.createMigrated(TEMPLATE_DATABASE);
  project.provide("postgresUrl", server.url("postgres"));
  return () => server.stop();
}
