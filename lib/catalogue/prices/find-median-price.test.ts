import { expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { findMedianPrice } from "@/lib/catalogue/prices/prices";
import { listCallsByDay } from "../dashboard/list-calls-by-day";

const database = testDatabase();
testBlobStore();

const clock = fakeClock(new Date("2030-01-01T00:00:00Z"));
const PRICED = { category: "median", priceLamports: "1" };

test("the middle price is of listed paid skills of the category, and of three at least", async () => {
  const publisher = await makeAccount();
  const publish = async (priceLamports: number) => {
    const name = uniqueName();
    await publishNow(buildSkillPackage({ name }), publisher);
    await database().skill.update({ where: { slug: name }, data: { category: "median", priceLamports } });
    return name;
  };
  await publish(0);
  await publish(10);
  await publish(500);
  expect(await findMedianPrice(PRICED, clock)).toBeNull();

  const dear = await publish(9_000_000_000);
  expect(await findMedianPrice(PRICED, clock)).toEqual({ category: "median", lamports: "500" });
  await database().skill.update({
    where: { slug: dear },
    data: { publishedAt: null },
  });
  expect(await findMedianPrice(PRICED, clock)).toBeNull();
  expect(await findMedianPrice({ ...PRICED, priceLamports: "0" }, clock)).toBeNull();
  expect(await findMedianPrice({ ...PRICED, category: null }, clock)).toBeNull();
});

test("calls by day are read only of skills that were called this week", async () => {
  expect((await listCallsByDay([{ id: "skl_none", calls7d: 0 }], clock)).size).toBe(0);
  const publisher = await makeAccount();
  const name = uniqueName();
  await publishNow(buildSkillPackage({ name }), publisher);
  const { id } = await database().skill.findUniqueOrThrow({ where: { slug: name } });
  const days = (await listCallsByDay([{ id, calls7d: 1 }], clock)).get(id);
  expect(days).toEqual(Array.from({ length: 14 }, () => 0));
});
