import { expect, test } from "vitest";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

test("an error inside a transaction leaves nothing behind", async () => {
  await expect(
    inTransaction(async (tx) => {
      await tx.reservedName.create({ data: { canonicalName: "half", reason: "test" } });
      throw new Error("stop");
    }),
  ).rejects.toThrow("stop");
  expect(await database().reservedName.count()).toBe(0);
});

test("two transactions that cannot be serialized both succeed in the end", async () => {
  await database().wanted.create({ data: { id: "wnt_1", query: "q", displayQuery: "q", searches: 0 } });
  const addOne = () =>
    inTransaction(
      async (tx) => {
        const row = await tx.wanted.findUniqueOrThrow({ where: { id: "wnt_1" } });
        await tx.wanted.update({ where: { id: "wnt_1" }, data: { searches: row.searches + 1 } });
      },
      { serializable: true },
    );
  await Promise.all([addOne(), addOne(), addOne()]);
  expect((await database().wanted.findUniqueOrThrow({ where: { id: "wnt_1" } })).searches).toBe(3);
});

test("a unique violation is recognised by its column", async () => {
  const add = () => database().wanted.create({ data: { id: "wnt_2", query: "same", displayQuery: "same" } });
  await add();
  const error: unknown = await add().catch((e: unknown) => e);
  expect(isUniqueViolation(error)).toBe(true);
});
