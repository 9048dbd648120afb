// `node scripts/run-with-database.ts NAME [ARGUMENT…]`: runs a command of processes/, as it was built, on the database
// of this machine's market, whether that runs or not.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { loadDotEnv, settingsOfCommand } from "./environment.ts";
import { createDatabase } from "./market.ts";
import { migrate } from "./migrate.ts";
import { startPostgres } from "./postgres.ts";
import { prepareCode } from "./setup.ts";

const SAY_WHY = new URL("error-reporting.ts", import.meta.url).href;
/** What only compares leaves the database as it is. */
const ONLY_READS = new Set(["reconcile"]);

process.chdir(path.resolve(import.meta.dirname, ".."));
const [name = "", ...args] = process.argv.slice(2);
// A checkout may have been pulled since it was built; an image has nothing to build with, and what it was built of.
if (fs.existsSync("node_modules/esbuild") && fs.existsSync("node_modules/prisma"))
  await prepareCode({ build: false });
loadDotEnv();
const dataDirectory = path.resolve(process.env.DATA_DIRECTORY || ".data");
const postgres = process.env.DATABASE_URL ? undefined : await startPostgres(dataDirectory);
try {
  const databaseUrl = process.env.DATABASE_URL || (await createDatabase(postgres));
  if (!ONLY_READS.has(name)) await migrate(databaseUrl, "prisma/migrations");
  const { status } = spawnSync(process.execPath, ["--import", SAY_WHY, `dist/${name}.mjs`, ...args], {
    env: {
      ...process.env,
      ...settingsOfCommand(dataDirectory),
      DATABASE_URL: databaseUrl,
      BLOB_STORE: process.env.BLOB_STORE || `file:${path.join(dataDirectory, "blobs")}`,
    },
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  // A database that was running already belongs to a market that is open.
  if (!postgres?.reused) await postgres?.stop();
}
