import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { migrate } from "../../scripts/migrate.ts";
import { startPostgres } from "../../scripts/postgres.ts";
import { fastTempDirectory } from "../../scripts/fast-temp-directory.ts";

/** Its log of changes alone may take half of this. */
const MOST_BYTES = 2 * 1024 ** 3;

/** A PostgreSQL that is gone with its last test. */
export interface ThrowAwayPostgres {
  url(database: string): string;
  /** Makes a database with every migration applied. */
  createMigrated(database: string): Promise<void>;
  /** Starts a replica that streams what this one writes from now on; what it may read is what this one has. */
  startStandby(): Promise<Pick<ThrowAwayPostgres, "url" | "stop">>;
  stop(): Promise<void>;
}

/** Starts one, in memory where the machine has a place for that. */
export async function startThrowAwayPostgres(): Promise<ThrowAwayPostgres> {
  const directory = makePlace();
  const server = await startPostgres(directory, { ephemeral: true });
  return {
    url: (database) => server.url(database),
    async createMigrated(database) {
      const client = new pg.Client(server.url("postgres"));
      await client.connect();
      await client.query(`create database ${database}`);
      await client.end();
      await migrate(server.url(database), path.resolve("prisma/migrations"));
    },
    async startStandby() {
      const copy = makePlace();
      await copyRunning(server.url("postgres"), copy);
      return startPostgres(copy, { ephemeral: true });
    },
    stop: () => server.stop(),
  };
}

function makePlace(): string {
  const directory = fs.mkdtempSync(path.join(fastTempDirectory(MOST_BYTES), "emporion-unit-"));
  fs.chmodSync(directory, 0o755);
  return directory;
}

/** What `pg_basebackup` does, which npm does not bring: a copy between two marks, and the rest by streaming. */
async function copyRunning(url: string, place: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ data: string }>("select current_setting('data_directory') as data");
    const from = String(rows[0]?.data);
    const to = path.join(place, "pg");
    await client.query("select pg_backup_start('standby', fast => true)");
    const isLeftOut = (file: string) =>
      /^(?:postmaster\.(?:pid|opts)|pg_wal[/\\].*)$/.test(path.relative(from, file)) &&
      !fs.statSync(file).isDirectory();
    fs.cpSync(from, to, { recursive: true, filter: (file) => !isLeftOut(file) });
    const { rows: ended } = await client.query<{ label: string }>(
      "select labelfile as label from pg_backup_stop(wait_for_archive => false)",
    );
    fs.writeFileSync(path.join(to, "backup_label"), String(ended[0]?.label));
    fs.writeFileSync(path.join(to, "standby.signal"), "");
    const { hostname, port, username, password } = new URL(url);
    const primary = `host=${hostname} port=${port} user=${username} password=${password}`;
    fs.appendFileSync(path.join(to, "postgresql.auto.conf"), `primary_conninfo = '${primary}'\n`);
    fs.copyFileSync(path.join(path.dirname(from), "pg-password"), path.join(place, "pg-password"));
  } finally {
    await client.end();
  }
}
