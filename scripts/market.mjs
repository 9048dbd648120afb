// One market: database, local ledger, starter catalogue, web and worker. `npm start` and the browser tests both use it.
import { spawn } from "node:child_process";
import path from "node:path";
import { marketEnvironment } from "./environment.mjs";
import { keepPostgres } from "./keep-postgres.mjs";
import { migrate } from "./migrate.mjs";
import { say } from "./setup.mjs";
import { stopGraceMs, Supervisor } from "./supervisor.mjs";

const DATABASE = "market";

/** Starts everything and returns where it runs and how to stop it. */
export async function startMarket({
  dataDirectory,
  port,
  ledgerPort,
  ephemeral = false,
  dev = false,
  onGiveUp,
}) {
  const external = process.env.DATABASE_URL || undefined;
  const settings = marketEnvironment({ dataDirectory, port, ledgerPort, databaseUrl: external ?? "" });
  await runToEnd("dist/settings.mjs", { ...settings, NODE_ENV: dev ? "development" : "production" });
  const postgres = external ? undefined : await keepPostgres(path.resolve(dataDirectory), { ephemeral });
  const databaseUrl = external ?? (await createDatabase(postgres));
  const supervisor = new Supervisor({
    onGiveUp,
    graceMs: stopGraceMs(process.env.RUNNER_DRAIN_SECONDS),
  });
  const stop = async () => {
    await supervisor.stop();
    await postgres?.stop();
  };
  try {
    const applied = await migrate(databaseUrl, "prisma/migrations");
    say(`database ready${applied ? `, ${applied} migration(s) applied` : ""}`);
    const env = {
      ...marketEnvironment({ dataDirectory, port, ledgerPort, databaseUrl }),
      NODE_ENV: dev ? "development" : "production",
    };
    if (!process.env.SOLANA_RPC_URL) {
      await supervisor.start("ledger", "dist/ledger.mjs", { env, ready: "listening" });
    }
    await runToEnd("dist/stock.mjs", env);
    await supervisor.start("worker", "dist/worker.mjs", { env, ready: "ready" });
    await supervisor.start("web", "dist/web.mjs", { env, ready: "listening" });
    return { url: env.APP_URL, env, supervisor, postgres, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function createDatabase(postgres) {
  const { default: pg } = await import("pg");
  const client = new pg.Client(postgres.url("postgres"));
  await client.connect();
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
  if (!rowCount) await client.query(`create database ${DATABASE}`);
  await client.end();
  return postgres.url(DATABASE);
}

function runToEnd(script, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], { env: { ...process.env, ...env }, stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${script} failed (${code ?? signal})`)),
    );
  });
}
