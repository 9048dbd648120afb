// Applies prisma/migrations in order and keeps the table that `prisma migrate deploy` reads, so that either can
// be used.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { Stop } from "./explain.mjs";

const PRISMA_LOCK_KEY = 72707369; // Prisma's own advisory lock: two deployers never race.
const CREATE_TABLE = `create table if not exists "_prisma_migrations" (
  id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
  migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
  started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;
/** What PostgreSQL answers where a table, or something else, of that name is there already. */
const IS_THERE = new Set(["42P07", "42710"]);
const RECORD = `insert into "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  values ($1, $2, $3, now(), now(), 1)`;

/**
 * Applies what is missing and returns how many migrations that were. Throws when an applied migration was edited, and
 * Stop where the database is that of a newer version, or holds tables of something else.
 */
export async function migrate(url, directory) {
  const client = new pg.Client(url);
  client.on("error", () => {}); // a connection that is cut fails the statement under way, which tells of it
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [PRISMA_LOCK_KEY]);
    await client.query(CREATE_TABLE);
    const { rows } = await client.query(
      `select migration_name, checksum, finished_at from "_prisma_migrations" where rolled_back_at is null`,
    );
    const done = new Map(rows.map((row) => [row.migration_name, row]));
    const migrations = listMigrations(directory);
    assertOurs([...done.keys()], migrations);
    let applied = 0;
    for (const migration of migrations) applied += await apply(client, migration, done);
    return applied;
  } finally {
    await client.end();
  }
}

/** An older version does not know the newer tables, and what it writes they may not take. */
function assertOurs(done, migrations) {
  const known = new Set(migrations.map(({ name }) => name));
  const newest = done
    .filter((name) => !known.has(name))
    .sort()
    .at(-1);
  if (!newest) return;
  if (newest < migrations[0].name) {
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

function listMigrations(directory) {
  return fs
    .readdirSync(directory)
    .filter((name) => fs.existsSync(path.join(directory, name, "migration.sql")))
    .sort()
    .map((name) => {
      const sql = fs.readFileSync(path.join(directory, name, "migration.sql"), "utf8");
      return { name, sql, checksum: crypto.createHash("sha256").update(sql).digest("hex") };
    });
}

async function apply(client, { name, sql, checksum }, done) {
  const previous = done.get(name);
  if (previous?.finished_at) {
    if (previous.checksum !== checksum) throw new Error(`migration ${name} was edited after it was applied`);
    return 0;
  }
  if (previous) throw new Error(`migration ${name} failed before: mend it by hand, then try again`);
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query(RECORD, [crypto.randomUUID(), checksum, name]);
    await client.query("commit");
    return 1;
  } catch (error) {
    await client.query("rollback").catch(() => {}); // also ended with its connection
    if (done.size === 0 && IS_THERE.has(error.code)) {
      throw new Stop(
        `The database has tables of something else already (${error.message}): give the market an empty one in DATABASE_URL.`,
        1,
      );
    }
    throw new Error(`migration ${name}: ${error.message}`, { cause: error });
  }
}
