import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { migrate } from "@/scripts/migrate";
import { startPostgres } from "@/scripts/postgres";
import { fastTempDirectory } from "@/scripts/fast-temp-directory";
import { closeDatabase } from "@/lib/db/client";

/**
 * Runs `work` against a migrated PostgreSQL of its own, in memory where there is room for it, once `fill` has
 * filled it.
 */
export async function withDatabase<T>(
  fill: (url: string) => Promise<void>,
  work: () => Promise<T>,
  { inMemory = true }: { inMemory?: boolean } = {},
): Promise<T> {
  // What is counted is counted under a hash with it, as in a market that was set up.
  process.env["NEXTAUTH_SECRET"] ??= randomBytes(32).toString("hex");
  const place = inMemory ? fastTempDirectory(8 * 1024 ** 3) : os.tmpdir();
  const directory = fs.mkdtempSync(path.join(place, "emporion-bench-"));
  fs.chmodSync(directory, 0o755);
  const server = await startPostgres(directory, { ephemeral: true });
  const alive = setInterval(() => {}, 1_000); // The server is not ours to wait for otherwise: its handle is unreferenced.
  try {
    const admin = new pg.Client(server.url("postgres"));
    await admin.connect();
    await admin.query("create database bench");
    await admin.end();
    await migrate(server.url("bench"), path.resolve("prisma/migrations"));
    const started = performance.now();
    await fill(server.url("bench"));
    console.log(`filled in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    process.env["DATABASE_URL"] = server.url("bench");
    return await work();
  } finally {
    await closeDatabase();
    await server.stop();
    clearInterval(alive);
  }
}
