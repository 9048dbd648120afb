// `node scripts/run-with-database.mjs ENTRY [ARGUMENT…]`: runs an entry of processes/ on the database of this machine's
// market, whether that runs or not.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { loadDotEnv, settingsOfCommand } from "./environment.mjs";
import { createDatabase } from "./market.mjs";
import { migrate } from "./migrate.mjs";
import { startPostgres } from "./postgres.mjs";
import { generateSources } from "./setup.mjs";

const SAY_WHY = new URL("error-reporting.mjs", import.meta.url).href;

process.chdir(path.resolve(import.meta.dirname, ".."));
generateSources();
loadDotEnv();
const dataDirectory = path.resolve(process.env.DATA_DIRECTORY || ".data");
const postgres = process.env.DATABASE_URL ? undefined : await startPostgres(dataDirectory);
try {
  const databaseUrl = process.env.DATABASE_URL || (await createDatabase(postgres));
  await migrate(databaseUrl, "prisma/migrations");
  const { status } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--import", SAY_WHY, ...process.argv.slice(2)],
    {
      env: {
        ...process.env,
        ...settingsOfCommand(dataDirectory),
        DATABASE_URL: databaseUrl,
        BLOB_STORE: process.env.BLOB_STORE || `file:${path.join(dataDirectory, "blobs")}`,
      },
      stdio: "inherit",
    },
  );
  process.exitCode = status ?? 1;
} finally {
  // A database that was running already belongs to a market that is open.
  if (!postgres?.reused) await postgres?.stop();
}
