import type { Client } from "pg";

// What the release before asks of the database, and whether a newer schema still takes it: while processes are
// replaced one by one, the old ones work on the new schema.

interface Column {
  table: string;
  column: string;
  type: string;
  filled: boolean;
  has_default: boolean;
  computed: boolean;
}

interface Unique {
  table: string;
  key: string;
  of: string | null;
}

const COLUMNS = `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as filled, a.atthasdef or a.attidentity <> '' as has_default, a.attgenerated <> '' as computed
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and c.relname <> '_prisma_migrations' order by 1, a.attnum`;
const UNIQUES = `select c.relname as table, pg_get_expr(i.indpred, i.indrelid) as of, (select string_agg(
    pg_get_indexdef(i.indexrelid, n, false), ', ' order by n) from generate_series(1, i.indnkeyatts) n) as key
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and i.indisunique and c.relname <> '_prisma_migrations' order by 1, 3`;
const LABELS = `select t.typname as type, e.enumlabel as label from pg_enum e join pg_type t on t.oid = e.enumtypid
  where t.typnamespace = 'public'::regnamespace order by 1, 2`;

/**
 * Asks the schema of `after` all that the code written for the schema of `before` can ask, which are connections to two
 * migrated databases, the second within a transaction: each table is read and written with every column of then, on each of its keys, and each label of
 * a type is named. Nothing is written. Returns a sentence for each thing that would fail. What is not asked: whether
 * the code of then can read values that only the newer code writes.
 */
export async function findBroken(before: Client, after: Client): Promise<string[]> {
  const [then, now] = [await columnsOf(before), await columnsOf(after)];
  const broken: string[] = [];
  for (const query of await queriesOf(before, then)) {
    await after.query("savepoint asked");
    await after.query(`explain (generic_plan) ${query}`).catch((error: Error) => broken.push(error.message));
    await after.query("rollback to asked");
  }
  for (const [table, columns] of now) {
    const known = then.get(table);
    if (!known) continue; // nobody writes into it yet
    for (const column of columns) {
      const old = known.find((one) => one.column === column.column);
      const say = (what: string) => broken.push(`column "${column.column}" of "${table}" ${what}`);
      if (old && old.type !== column.type) say(`was ${old.type} and is ${column.type}`);
      if (old && column.filled && !old.filled) say("must be filled, and could be empty");
      if (column.filled && !column.has_default && (!old || old.has_default)) say("must be given, and is not");
    }
  }
  return broken;
}

async function columnsOf(client: Client): Promise<Map<string, Column[]>> {
  const tables = new Map<string, Column[]>();
  for (const column of (await client.query<Column>(COLUMNS)).rows)
    tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  return tables;
}

async function queriesOf(client: Client, tables: Map<string, Column[]>): Promise<string[]> {
  const uniques = (await client.query<Unique>(UNIQUES)).rows;
  const labels = (await client.query<{ type: string; label: string }>(LABELS)).rows;
  return uniques
    .map((unique) => writeAndRead(unique, tables.get(unique.table) ?? []))
    .concat(labels.map(({ type, label }) => `select ${literal(label)}::${name(type)}`));
}

function writeAndRead({ table, of, key }: Unique, all: Column[]): string {
  const columns = all.filter(({ computed }) => !computed);
  const names = columns.map(({ column }) => name(column));
  return `insert into ${name(table)} (${names.join(", ")})
    values (${columns.map(({ type }, at) => `$${at + 1}::${type}`).join(", ")})
    on conflict (${key}) ${of === null ? "" : `where ${of}`}
    do update set ${names.map((each) => `${each} = excluded.${each}`).join(", ")}
    returning ${all.map(({ column }) => name(column)).join(", ")}`;
}

const name = (text: string) => `"${text.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
