// One market: database, local ledger, starter catalogue, web and worker. `npm start` and the browser tests both use it.
import { spawn } from "node:child_process";
import path from "node:path";
import { marketEnvironment, type MarketPlace } from "./environment.ts";
import { supervisePostgres, type SupervisedPostgres } from "./supervise-postgres.ts";
import { migrate } from "./migrate.ts";
import { freePort } from "./ports.ts";
import { say } from "./setup.ts";
import { stopGraceMs, Supervisor, type SupervisorOptions } from "./supervisor.ts";

const DATABASE = "market";

export interface MarketOptions extends MarketPlace, Pick<SupervisorOptions, "onGiveUp" | "onLine"> {
  /** For tests: what it writes need not survive. */
  ephemeral?: boolean;
  dev?: boolean;
  onBegin?: (stop: () => Promise<void>) => void;
}

export interface OpenMarket {
  url: string;
  env: Record<string, string>;
  supervisor: Supervisor;
  postgres: SupervisedPostgres | undefined;
  stop: () => Promise<void>;
}

/**
 * Starts everything and returns where it runs and how to stop it. `onBegin` is given the latter before anything
 * runs: whoever is told to stop while this is under way leaves no database and no process behind. This then never
 * returns, or throws.
 */
export async function startMarket({
  dataDirectory,
  port,
  ledgerPort,
  ephemeral = false,
  dev = false,
  onGiveUp,
  onLine,
  onBegin = () => {},
}: MarketOptions): Promise<OpenMarket> {
  const external = process.env.DATABASE_URL || undefined;
  const stopped = new AbortController();
  const supervisor = new Supervisor({
    onGiveUp,
    onLine,
    graceMs: stopGraceMs(process.env.RUNNER_DRAIN_SECONDS, process.env.STOP_DELAY_SECONDS),
  });
  let underWay: Promise<void> = Promise.resolve();
  let postgres: Promise<SupervisedPostgres> | undefined;
  const stop = async () => {
    stopped.abort();
    await underWay.catch(() => {});
    await supervisor.stop();
    await (await postgres?.catch(() => undefined))?.stop();
  };
  const toEnd = (script: string, env: Record<string, string>) =>
    (underWay = runToEnd(script, env, stopped.signal));
  onBegin(stop);
  try {
    const settings = await marketEnvironment({
      dataDirectory,
      port,
      ledgerPort,
      databaseUrl: external ?? "",
    });
    const mode = { NODE_ENV: dev ? "development" : "production" };
    await toEnd("dist/settings.mjs", { ...settings, ...mode });
    if (!external) postgres = supervisePostgres(path.resolve(dataDirectory), { ephemeral });
    const embedded = await postgres;
    stopped.signal.throwIfAborted();
    const databaseUrl = external ?? (await createDatabase(embedded));
    const applied = await migrate(databaseUrl, "prisma/migrations");
    say(`database ready${applied ? `, ${applied} migration(s) applied` : ""}`);
    const base = await marketEnvironment({ dataDirectory, port, ledgerPort, databaseUrl });
    const env: Record<string, string> = { ...base, ...mode };
    // A market of tests asks nobody outside: who wants to be asked for names listens here.
    if (ephemeral) {
      env.DNS_SERVERS = `127.0.0.1:${await freePort()}`;
      env.OIDC_ISSUERS = JSON.stringify([
        {
          id: "acme",
          name: "Acme",
          issuer: `http://127.0.0.1:${await freePort()}`,
          client_id: "market",
          client_secret: "a secret of the client at its issuer",
          domains: ["acme.example"],
        },
      ]);
    }
    stopped.signal.throwIfAborted();
    if (!process.env.SOLANA_RPC_URL) {
      await supervisor.start("ledger", "dist/ledger.mjs", { env, ready: "listening" });
    }
    await toEnd("dist/seed.mjs", env);
    stopped.signal.throwIfAborted();
    await supervisor.start("worker", "dist/worker.mjs", { env, ready: "ready" });
    stopped.signal.throwIfAborted();
    await supervisor.start("web", "dist/web.mjs", { env, ready: "listening" });
    return { url: base.APP_URL, env, supervisor, postgres: embedded, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address of the market's database in a server, made where it is missing. Throws where there is no server. */
export async function createDatabase(postgres: Pick<SupervisedPostgres, "url"> | undefined): Promise<string> {
  if (!postgres) throw new Error("there is no server to make a database in");
  const { default: pg } = await import("pg");
  const client = new pg.Client(postgres.url("postgres"));
  client.on("error", () => {}); // a connection that is cut fails the statement under way, which tells of it
  await client.connect();
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
  if (!rowCount) await client.query(`create database ${DATABASE}`);
  await client.end();
  return postgres.url(DATABASE);
}

function runToEnd(script: string, env: Record<string, string>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, ...env },
      stdio: "inherit",
      signal,
    });
    // One that is told to stop is waited for: the database goes after it.
    child.on("error", (error) => {
      if (child.pid === undefined) reject(error);
    });
    child.on("exit", (code, name) =>
      code === 0 ? resolve() : reject(new Error(`${script} failed (${code ?? name})`)),
    );
  });
}
