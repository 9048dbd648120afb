import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate } from "./migrate.ts";
import { findBroken } from "./release-before";

const PRISMA = path.resolve(import.meta.dirname, "../prisma");
const DATABASES = ["of_the_release_before", "of_the_next_release"] as const;

let before: pg.Client;
let after: pg.Client;
const place = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-release-before-"));

beforeAll(async () => {
  const newest = fs.readFileSync(path.join(PRISMA, "released"), "utf8").trim();
  expect(fs.readdirSync(path.join(PRISMA, "migrations"))).toContain(newest);
  for (const migration of fs.readdirSync(path.join(PRISMA, "migrations")).filter((one) => one <= newest))
    fs.cpSync(path.join(PRISMA, "migrations", migration), path.join(place, migration), { recursive: true });
  [before, after] = [
    await migrated(DATABASES[0], place),
    await migrated(DATABASES[1], path.join(PRISMA, "migrations")),
  ];
});

afterAll(async () => {
  await before.end();
  await after.end();
  const admin = await connected(inject("postgresUrl"));
  for (const database of DATABASES) await admin.query(`drop database ${database}`);
  await admin.end();
  fs.rmSync(place, { recursive: true });
});

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

async function migrated(database: string, migrations: string): Promise<pg.Client> {
  const admin = await connected(inject("postgresUrl"));
  await admin.query(`create database ${database}`);
  await admin.end();
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${database}`;
  await migrate(url.href, migrations);
  return connected(url.href);
}

/** What would fail once a migration had done this too. */
async function brokenBy(change: string): Promise<string> {
  await after.query("begin");
  try {
    await after.query(change);
    return (await findBroken(before, after)).join("\n");
  } finally {
    await after.query("rollback");
  }
}

test("the schema takes all that the release before asks of it", async () => {
  expect(await brokenBy("select 1")).toBe("");
});

test("a new column that may be empty or has a default, and a new table, break nothing", async () => {
  const expanded = `alter table "Stars" add column "why" text, add column "how" text not null default '';
    create table "Moons" (id text not null)`;
  expect(await brokenBy(expanded)).toBe("");
});

test.each([
  ['alter table "Stars" drop column "created_at"', /column "created_at" of relation "Stars" does not exist/],
  ['drop table "Stars"', /relation "Stars" does not exist/],
  ['alter table "Stars" add column "why" text not null', /"why" of "Stars" must be given, and is not/],
  ['alter table "Wallets" alter "kind" drop default', /"kind" of "Wallets" must be given, and is not/],
  ['alter table "Skills" alter "category" set not null', /"category" of "Skills" must be filled/],
  [
    'alter table "Skills" alter "calls_total" type bigint',
    /"calls_total" of "Skills" was integer and is bigint/,
  ],
  ['drop index "Wanted_kind_query_key"', /no unique or exclusion constraint matching the ON CONFLICT/],
  [`alter type "Role" rename value 'member' to 'person'`, /invalid input value for enum "Role": "member"/],
])("%s is found", async (change, said) => {
  expect(await brokenBy(change)).toMatch(said);
});
