import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { closeDatabase, database } from "@/lib/db/client";
import { TEMPLATE_DATABASE } from "@/lib/testing/global-setup";

/**
 * Gives the calling test file a migrated PostgreSQL database of its own; `database()` then talks to it.
 * Call it at the top of a `describe` or of the file.
 */
export function testDatabase(): typeof database {
  const name = `test_${randomBytes(6).toString("hex")}`;
  beforeAll(async () => {
    await closeDatabase(); // of an earlier file on this thread
    // Copied by its files: written row by row it takes some times as long.
    await asAdministrator(`create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
    process.env["DATABASE_URL"] = inject("postgresUrl").replace(/\/postgres$/, `/${name}`);
  });
  afterAll(async () => {
    await closeDatabase();
    await asAdministrator(`drop database ${name} with (force)`);
  });
  return database;
}

async function asAdministrator(sql: string): Promise<void> {
  const client = new pg.Client(inject("postgresUrl"));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
