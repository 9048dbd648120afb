import path from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { startTransactionPooler } from "@/lib/testing/transaction-pooler";
import { explain } from "./explain.ts";
import { migrate, PRISMA_LOCK_KEY } from "./migrate.ts";

const MIGRATIONS = path.resolve(import.meta.dirname, "../prisma/migrations");

async function say(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** A database of its own on the server of the tests. */
async function emptyDatabase(name: string): Promise<string> {
  const url = new URL(inject("postgresUrl"));
  await say(url.href, `drop database if exists ${name}`, `create database ${name}`);
  url.pathname = `/${name}`;
  return url.href;
}

const sentenceOf = async (attempt: Promise<unknown>) =>
  explain(await attempt.then(() => null).catch((error: unknown) => error))?.sentence;

/** As a version with this migration leaves the table behind. */
const haveApplied = (url: string, name: string) =>
  say(
    url,
    `insert into "_prisma_migrations" (id, checksum, migration_name, finished_at) values ('${name}', 'x', '${name}', now())`,
  );

test("a database that a newer version has migrated is left alone, with its name", async () => {
  const url = await emptyDatabase("of_a_newer_version");
  expect(await migrate(url, MIGRATIONS)).toBeGreaterThan(0);
  expect(await migrate(url, MIGRATIONS)).toBe(0);
  await haveApplied(url, "29991231000000_of_tomorrow");
  expect(await sentenceOf(migrate(url, MIGRATIONS))).toMatch(
    /^The database is that of a newer version \(it has 29991231000000_of_tomorrow\): start that version/,
  );
});

test("a database from before the first release is left alone, and an empty one asked for", async () => {
  const url = await emptyDatabase("of_before_the_first_release");
  await migrate(url, MIGRATIONS);
  await haveApplied(url, "20261101000000_of_then");
  expect(await sentenceOf(migrate(url, MIGRATIONS))).toMatch(
    /^The database was made before the first release \(it has 20261101000000_of_then\): give the market an empty one/,
  );
});

test("a database with tables of something else is refused, and an empty one asked for", async () => {
  const url = await emptyDatabase("of_something_else");
  await say(url, `create table "Accounts" (id text)`);
  expect(await sentenceOf(migrate(url, MIGRATIONS))).toMatch(
    /^The database has tables of something else already .*"Accounts".*: give the market an empty one in DATABASE_URL\.$/,
  );
  await say(url, `drop table "Accounts"`);
  expect(await migrate(url, MIGRATIONS)).toBeGreaterThan(0);
});

test("a migration whose connection is cut leaves nothing behind, ends no process, and is done the next time", async () => {
  const url = await emptyDatabase("cut_off");
  const admin = new pg.Client(inject("postgresUrl"));
  await admin.connect();
  const cuts: Promise<unknown>[] = [];
  const cut = setInterval(() => {
    cuts.push(
      admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'cut_off'"),
    );
  }, 20);
  await expect(migrate(url, MIGRATIONS)).rejects.toThrow();
  clearInterval(cut);
  await Promise.all(cuts); // one that is still asked when its own connection ends is refused
  await admin.end();
  expect(await migrate(url, MIGRATIONS)).toBeGreaterThan(0);
  expect(await migrate(url, MIGRATIONS)).toBe(0);
});

const locksOn = async (url: string) => {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objid = ${PRISMA_LOCK_KEY}
     and database = (select oid from pg_database where datname = current_database())`,
  );
  await client.end();
  return rows;
};

test("behind a pooler that gives each transaction another connection, no lock stays on any of them", async () => {
  const url = await emptyDatabase("behind_a_pooler");
  const pooler = await startTransactionPooler(url);
  try {
    expect(await migrate(pooler.url, MIGRATIONS)).toBeGreaterThan(0);
    expect(await locksOn(url)).toEqual([]);
    expect(await migrate(pooler.url, MIGRATIONS)).toBe(0);
  } finally {
    await pooler.close();
  }
});

test("a lock that somebody keeps is waited for so long, and then told with what to do", async () => {
  const url = await emptyDatabase("locked");
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query(`select pg_advisory_lock(${PRISMA_LOCK_KEY})`);
  try {
    expect(await sentenceOf(migrate(url, MIGRATIONS, { lockMs: 50 }))).toMatch(
      /^The database is being migrated by somebody else.*Then run npm run migrate again\.$/,
    );
  } finally {
    await holder.end();
  }
  expect(await migrate(url, MIGRATIONS)).toBeGreaterThan(0);
});

test("two that migrate at once apply each migration once", async () => {
  const url = await emptyDatabase("migrated_by_two");
  const [one, other] = await Promise.all([migrate(url, MIGRATIONS), migrate(url, MIGRATIONS)]);
  expect(one + other).toBe(await countOf(url));
});

async function countOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from "_prisma_migrations"`,
  );
  await client.end();
  return rows[0]?.count ?? 0;
}
