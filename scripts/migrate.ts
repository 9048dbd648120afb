// Applies prisma/migrations in order and keeps the table that `prisma migrate deploy` reads, so that either can
// be used.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { Stop } from "./explain.ts";

/** Prisma's own advisory lock: two deployers never race. */
export const PRISMA_LOCK_KEY = 72707369;
/** For the lock. Whoever has it applies one migration, and large indexes take a while. */
const LOCK_MS = 60_000;
/** For a connection; and beyond LOCK_MS for one of a pooler's, which answers nothing while all of them are taken. */
const CONNECT_MS = 15_000;
const CREATE_TABLE = `create table if not exists "_prisma_migrations" (
  id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
  migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
  started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;
/** What PostgreSQL answers where a table, or something else, of that name is there already. */
const IS_THERE = new Set(["42P07", "42710"]);
const LOCK_NOT_AVAILABLE = "55P03";
const RECORD = `insert into "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  values ($1, $2, $3, now(), now(), 1)`;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface AppliedRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? "";
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Applies what is missing and returns how many migrations that were. Throws when an applied migration was edited, and
 * Stop where the database is that of a newer version, holds tables of something else, or is being migrated by somebody
 * for longer than `lockMs`.
 *
 * Each migration is a transaction that holds the lock, and the lock ends with it: one of the session's would stay on a
 * pooled connection that is handed to others.
 */
export async function migrate(
  url: string,
  directory: string,
  { lockMs = LOCK_MS }: { lockMs?: number } = {},
): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => {}); // a connection that is cut fails the statement under way, which tells of it
  await client.connect();
  const migrations = listMigrations(directory);
  try {
    let applied = 0;
    while (await applyNext(client, migrations, lockMs)) applied++;
    return applied;
  } finally {
    await client.end();
  }
}

/** Applies the first migration that is missing. False when there is none. */
async function applyNext(
  client: pg.Client,
  migrations: readonly Migration[],
  lockMs: number,
): Promise<boolean> {
  await takeLock(client, lockMs);
  try {
    await client.query(CREATE_TABLE);
    const { rows } = await client.query<AppliedRow>(
      `select migration_name, checksum, finished_at from "_prisma_migrations" where rolled_back_at is null`,
    );
    const done = new Map(rows.map((row) => [row.migration_name, row]));
    assertOurs([...done.keys()], migrations);
    const next = migrations.find((migration) => isMissing(migration, done));
    if (next) await apply(client, next, done);
    await client.query("commit");
    return next !== undefined;
  } catch (error) {
    await client.query("rollback").catch(() => {}); // also ended with its connection
    throw error;
  }
}

/** Begins a transaction that has the lock. */
async function takeLock(client: pg.Client, lockMs: number): Promise<void> {
  try {
    // Its types do not know the limit that it takes for one query.
    const query: pg.QueryConfig & { query_timeout: number } = {
      text: `begin; set local lock_timeout = ${lockMs}; select pg_advisory_xact_lock(${PRISMA_LOCK_KEY}); set local lock_timeout = 0`,
      query_timeout: lockMs + CONNECT_MS,
    };
    await client.query(query);
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE && messageOf(error) !== "Query read timeout") throw error;
    throw new Stop(
      `The database is being migrated by somebody else, or a pooler has no connection to give, for more than ${lockMs / 1000} seconds. Wait for it; or end the session that holds the lock: select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${PRISMA_LOCK_KEY} and granted. Then run npm run migrate again.`,
      1,
    );
  }
}

/** An older version does not know the newer tables, and what it writes they may not take. */
function assertOurs(done: readonly string[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const newest = done
    .filter((name) => !known.has(name))
    .sort()
    .at(-1);
  if (!newest) return;
  if (newest < (migrations[0]?.name ?? "")) {
    throw new Stop(
      `The database was made before the first release (it has ${newest}): give the market an empty one in DATABASE_URL, or an empty DATA_DIRECTORY.`,
      1,
    );
  }
  throw new Stop(
    `The database is that of a newer version (it has ${newest}): start that version, or put back the backup from before it.`,
    1,
  );
}

function listMigrations(directory: string): Migration[] {
  return fs
    .readdirSync(directory)
    .filter((name) => fs.existsSync(path.join(directory, name, "migration.sql")))
    .sort()
    .map((name) => {
      const sql = fs.readFileSync(path.join(directory, name, "migration.sql"), "utf8");
      return { name, sql, checksum: crypto.createHash("sha256").update(sql).digest("hex") };
    });
}

/** Throws for one that was edited after it was applied, or that failed. */
function isMissing({ name, checksum }: Migration, done: ReadonlyMap<string, AppliedRow>): boolean {
  const previous = done.get(name);
  if (!previous) return true;
  if (!previous.finished_at)
    throw new Error(`migration ${name} failed before: mend it by hand, then try again`);
  if (previous.checksum !== checksum) throw new Error(`migration ${name} was edited after it was applied`);
  return false;
}

async function apply(
  client: pg.Client,
  { name, sql, checksum }: Migration,
  done: ReadonlyMap<string, AppliedRow>,
): Promise<void> {
  try {
    await client.query(sql);
    await client.query(RECORD, [crypto.randomUUID(), checksum, name]);
  } catch (error) {
    if (done.size === 0 && IS_THERE.has(codeOf(error))) {
      throw new Stop(
        `The database has tables of something else already (${messageOf(error)}): give the market an empty one in DATABASE_URL.`,
        1,
      );
    }
    throw new Error(`migration ${name}: ${messageOf(error)}`, { cause: error });
  }
}
