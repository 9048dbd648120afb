import fs from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "@/lib/db/client";
import { AGED_TABLES, ageMs, purgeAged, deleteRowsOf } from "@/lib/db/purge-rows";
import type { Prisma } from "@/lib/db/generated/client";
import { RETENTION, type AtClosing, type RetentionTime, type Retention } from "@/lib/db/retention";
import { DOMAIN_EVENTS } from "@/lib/log/events/registry-event";
import { ACCESS_CHANGED } from "@/lib/log/events/notices/access-change";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

interface Column {
  table: string;
  name: string;
  type: string;
  label: string | null;
  isNeeded: boolean;
}

const NOW = new Date("2030-01-31T12:00:00Z");
const DATES_ARE_OF_A_DAY = 86_400_000;
const tables: [string, Retention][] = Object.entries(RETENTION);

let columns: Column[] = [];

beforeAll(async () => {
  columns = await database().$queryRaw<Column[]>`
    SELECT c."relname" AS "table", a."attname" AS "name", format_type(a."atttypid", NULL) AS "type",
      (SELECT min(e."enumlabel"::text) FROM pg_enum e WHERE e."enumtypid" = a."atttypid") AS "label",
      a."attnotnull" AND NOT a."atthasdef" AS "isNeeded"
    FROM pg_class c JOIN pg_attribute a ON a."attrelid" = c."oid" AND a."attnum" > 0 AND NOT a."attisdropped"
    WHERE c."relnamespace" = 'public'::regnamespace AND c."relkind" = 'r' AND c."relname" <> '_prisma_migrations'`;
});

/** What stands in a column that must not be empty; `id` keeps apart what is unique. */
function filler({ type, label }: Column, id: string): string {
  if (label !== null) return label;
  if (type.endsWith("[]")) return "{}";
  if (type.startsWith("json")) return "{}";
  if (type.startsWith("timestamp") || type === "date") return NOW.toISOString();
  if (type === "boolean") return "false";
  return type === "text" || type.startsWith("character") ? id : "1";
}

/** Writes rows that stand alone: without rules of their tables, and in a transaction that is taken back. */
async function withBareRows(act: (tx: Prisma.TransactionClient) => Promise<void>): Promise<void> {
  const done = new Error("taken back");
  const all = database().$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      const checks = await tx.$queryRaw<{ table: string; name: string }[]>`
        SELECT k."conrelid"::regclass::text AS "table", k."conname" AS "name" FROM pg_constraint k
        WHERE k."connamespace" = 'public'::regnamespace AND k."contype" = 'c'`;
      for (const { table, name } of checks)
        await tx.$executeRawUnsafe(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
      await act(tx);
      throw done;
    },
    { timeout: 60_000 },
  );
  await expect(all).rejects.toBe(done);
}

async function insert(
  tx: Prisma.TransactionClient,
  table: string,
  id: string,
  given: Record<string, string>,
): Promise<void> {
  const own = columns.filter((column) => column.table === table && (column.isNeeded || column.name in given));
  const values = own.map((column) => `'${given[column.name] ?? filler(column, id)}'`);
  await tx.$executeRawUnsafe(
    `INSERT INTO "${table}" (${own.map(({ name }) => `"${name}"`).join()}) VALUES (${values.join()})`,
  );
}

const count = async (tx: Prisma.TransactionClient, table: string, where = "true") =>
  Number(
    (await tx.$queryRawUnsafe<{ n: bigint }[]>(`SELECT count(*) AS n FROM "${table}" WHERE ${where}`))[0]?.n,
  );

test("names every table, and no other one", () => {
  expect(Object.keys(RETENTION).sort()).toEqual([...new Set(columns.map(({ table }) => table))].sort());
});

test("says what becomes of every table that speaks of an account, an address or a wallet", () => {
  const personal =
    /^(?:account_id|owner_id|email|contact_email|username|payer_address|payee_address|decided_by_id)$/;
  const speaking = new Set(columns.flatMap(({ table, name }) => (personal.test(name) ? [table] : [])));
  expect(tables.flatMap(([table, { closing }]) => (closing || !speaking.has(table) ? [] : [table]))).toEqual(
    [],
  );
});

test("gives a reason for what is kept for ever, or taken away by those who use it", () => {
  const words = (kept: RetentionTime) =>
    "forEver" in kept ? kept.forEver : "use" in kept ? kept.use : "an age";
  expect(tables.filter(([, { kept }]) => words(kept).length < 6)).toEqual([]);
});

test("leads to functions that are called: those of the worker, and those at the closing of an account", () => {
  const read = (file: string) => fs.readFileSync(file, "utf8");
  const worker = read("lib/duties/market-handlers.ts") + read("lib/duties/job-handlers.ts");
  const closing =
    read("lib/ownership/account-closing/close-account.ts") +
    read("lib/ownership/account-closing/close-account.ts");
  const byWorker = tables.flatMap(([, { kept }]) => ("by" in kept ? Object.keys(kept.by) : []));
  const atClosing = tables.flatMap(([, { closing: rule }]) => (rule && "by" in rule ? [rule.by] : []));
  expect(byWorker.filter((name) => !worker.includes(`${name}(`))).toEqual([]);
  expect(atClosing.filter((name) => !closing.includes(`await ${name}(`))).toEqual([]);
});

test("names the events that are an account's own", () => {
  const { where } = RETENTION.Events.closing;
  expect([ACCESS_CHANGED, ...DOMAIN_EVENTS].filter((kind) => !where.includes(`'${kind}'`))).toEqual([]);
});

describe("rows go", () => {
  test("when they are past their age, and not before", async () => {
    const left: Record<string, number> = {};
    await withBareRows(async (tx) => {
      for (const table of AGED_TABLES) {
        const kept: RetentionTime = RETENTION[table].kept;
        if (!("after" in kept)) continue;
        const time = (sinceMs: number) => {
          const at = NOW.getTime() - ageMs(kept) - sinceMs;
          return kept.isCount ? String(at) : new Date(at).toISOString();
        };
        const kind: Record<string, string> = table === "Events" ? { kind: "account:access-changed" } : {};
        await insert(tx, table, "old", { [kept.after]: time(DATES_ARE_OF_A_DAY), ...kind });
        await insert(tx, table, "young", { [kept.after]: time(-DATES_ARE_OF_A_DAY), ...kind });
        left[table] = 10 * (await purgeAged(table, NOW, tx)) + (await count(tx, table));
      }
    });
    expect(left).toEqual(Object.fromEntries(AGED_TABLES.map((table) => [table, 11])));
  });

  test("with their account, and what waits for its address; those of others stay", async () => {
    const wrong: string[] = [];
    const rules = tables.flatMap(([table, { closing }]) => (closing ? [[table, closing] as const] : []));
    const columnOf = (rule: AtClosing) =>
      "delete" in rule ? rule.delete : "clear" in rule ? rule.clear : null;
    await withBareRows(async (tx) => {
      await insert(tx, "AgentAuthorIdentities", "mine", { id: "mine", account_id: "mine" });
      await insert(tx, "AgentAuthorIdentities", "other", { id: "other", account_id: "other" });
      for (const [table, rule] of rules) {
        const column = columnOf(rule);
        if (column === null) continue;
        const own = column.startsWith("(") ? "identity_id" : column;
        const kind: Record<string, string> = table === "Events" ? { kind: "domain:proven" } : {};
        for (const whose of ["mine", "other"]) await insert(tx, table, whose, { [own]: whose, ...kind });
        if ("delete" in rule && rule.email !== undefined)
          await insert(tx, table, "waiting", { [own]: "other", [rule.email]: "ann@example.org" });
      }
      await deleteRowsOf(tx, { accountId: "mine", email: "ann@example.org" });
      for (const [table, rule] of rules) {
        const column = columnOf(rule);
        if (column === null) continue;
        const own = column.startsWith("(") ? "identity_id" : column;
        const found = [
          await count(tx, table, `"${own}" = 'mine'`),
          await count(tx, table, `"${own}" = 'other'`),
        ];
        const all = await count(tx, table);
        if (found[0] !== 0 || found[1] !== 1 || all !== ("clear" in rule ? 2 : 1)) wrong.push(table);
      }
    });
    expect(wrong).toEqual([]);
    expect(rules.length).toBeGreaterThan(25);
  });
});
