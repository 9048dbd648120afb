import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/db/client";
import { runStatement } from "@/lib/db/statement";
import { inTransaction } from "@/lib/db/transaction";
import { logger } from "@/lib/kernel/observability/logger";
import { testDatabase } from "@/lib/testing/database";
import { startTransactionPooler } from "@/lib/testing/transaction-pooler";

testDatabase();

let leave: () => Promise<void>;
beforeEach(async () => {
  const { DATABASE_URL = "" } = process.env;
  const pooler = await startTransactionPooler(DATABASE_URL, { servers: 3 });
  await closeDatabase();
  process.env["DATABASE_URL"] = pooler.url;
  leave = async () => {
    await closeDatabase();
    process.env["DATABASE_URL"] = DATABASE_URL;
    await pooler.close();
  };
});
afterEach(async () => {
  await leave();
  vi.restoreAllMocks();
});

const reserve = (canonicalName: string) => ({ data: { canonicalName, reason: "test" } });

test("statements that a pooler sends to another connection are answered, and the setting is named once", async () => {
  const told = vi.spyOn(logger, "warn");
  for (let time = 0; time < 6; time++) {
    expect(await database().reservedName.count()).toBe(0);
    // Not as many every time: each statement would come to its own connection again if they were three.
    if (time % 2 === 1) await database().$executeRaw`select 1`;
    expect(await runStatement("select $1::int as answer", [time])).toEqual([{ answer: time }]);
  }
  expect(told.mock.calls).toEqual([[expect.stringContaining("DATABASE_PREPARED_STATEMENTS=false")]]);
});

test("a transaction in which a name is lost is done again, whole and once", async () => {
  let begun = 0;
  for (const name of ["one", "two", "three"])
    await inTransaction(async (tx) => {
      begun++;
      await tx.reservedName.create(reserve(name));
      await tx.reservedName.count({ where: { canonicalName: name } });
    });
  expect(begun).toBeGreaterThanOrEqual(3);
  expect(await database().reservedName.count()).toBe(3);
});

test("where the setting says so, nothing is prepared from the start", async () => {
  const told = vi.spyOn(logger, "warn");
  vi.stubEnv("DATABASE_PREPARED_STATEMENTS", "false");
  await Promise.all(Array.from({ length: 8 }, () => database().reservedName.count()));
  const rows = await database().$queryRaw`select name from pg_prepared_statements where name <> ''`;
  expect(rows).toEqual([]);
  expect(told).not.toHaveBeenCalled();
  vi.unstubAllEnvs();
});
