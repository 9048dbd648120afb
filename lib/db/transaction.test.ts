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

test("of two transactions that wait for each other the one that is ended is run again, and both succeed", async () => {
  for (const id of ["wnt_a", "wnt_b"])
    await database().wanted.create({ data: { id, query: id, displayQuery: id, searches: 0 } });
  const bothHold = meetingOf(2);
  let begun = 0;
  const addToBoth = (ids: readonly string[]) =>
    inTransaction(async (tx) => {
      begun += 1;
      for (const id of ids) {
        await tx.wanted.update({ where: { id }, data: { searches: { increment: 1 } } });
        await bothHold();
      }
    });
  await Promise.all([addToBoth(["wnt_a", "wnt_b"]), addToBoth(["wnt_b", "wnt_a"])]);
  expect(begun).toBe(3);
  const rows = await database().wanted.findMany({ select: { searches: true } });
  expect(rows).toEqual([{ searches: 2 }, { searches: 2 }]);
});

test("a conflict that is found only at COMMIT is tried again: the last place is taken once", async () => {
  const bothRead = meetingOf(2);
  const bothWrote = meetingOf(2);
  const takeLastPlace = (id: string) =>
    inTransaction(async (tx) => {
      await tx.$executeRaw`SET TRANSACTION ISOLATION LEVEL SERIALIZABLE`; // as a distributed database runs all of them
      const taken = await tx.wanted.count({ where: { query: { startsWith: "place" } } });
      await bothRead();
      if (taken > 0) return false;
      await tx.wanted.create({ data: { id, query: `place ${id}`, displayQuery: id } });
      await bothWrote();
      return true;
    });
  const took = await Promise.all([takeLastPlace("wnt_1"), takeLastPlace("wnt_2")]);
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
  const add = () => database().wanted.create({ data: { id: "wnt_3", query: "same", displayQuery: "same" } });
  await add();
  const error: unknown = await add().catch((e: unknown) => e);
  expect(isUniqueViolation(error)).toBe(true);
});
