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

test("a conflict that PostgreSQL finds only at COMMIT is tried again: the last place is taken once", async () => {
  const bothRead = meetingOf(2);
  const bothWrote = meetingOf(2);
  const takeLastPlace = (id: string) =>
    inTransaction(
      async (tx) => {
        const taken = await tx.wanted.count({ where: { query: { startsWith: "place" } } });
        await bothRead();
        if (taken > 0) return false;
        await tx.wanted.create({ data: { id, query: `place ${id}`, displayQuery: id } });
        await bothWrote();
        return true;
      },
      { serializable: true },
    );
  const took = await Promise.all([takeLastPlace("wnt_a"), takeLastPlace("wnt_b")]);
  expect(took.sort()).toEqual([false, true]);
});

/** Waits until `count` have come; whoever comes later finds the door open. */
function meetingOf(count: number): () => Promise<void> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let come = 0;
  return () => {
    come += 1;
    if (come >= count) open();
    return opened;
  };
}

test("a unique violation is recognised by its column", async () => {
  const add = () => database().wanted.create({ data: { id: "wnt_2", query: "same", displayQuery: "same" } });
  await add();
  const error: unknown = await add().catch((e: unknown) => e);
  expect(isUniqueViolation(error)).toBe(true);
});
