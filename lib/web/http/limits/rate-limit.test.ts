import { expect, test } from "vitest";
import { assertRateLimit, consumeRateLimit, returnRateLimit } from "@/lib/web/http/limits/rate-limit";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

test("the use after the last allowed one is refused and told how long to wait", async () => {
  const limit = { name: "test-count", points: 3, durationSeconds: 60 };
  const remaining = [];
  for (let i = 0; i < 3; i++) remaining.push((await consumeRateLimit(limit, "198.51.100.1")).remaining);
  expect(remaining).toEqual([2, 1, 0]);
  const refusal = await consumeRateLimit(limit, "198.51.100.1").catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: "RATE_LIMITED",
    details: { retryAfterSeconds: expect.any(Number) as number },
  });
  await expect(consumeRateLimit(limit, "198.51.100.2")).resolves.toMatchObject({ remaining: 2 });
});

test("a count that began before the clock was set back an hour does not last an hour longer", async () => {
  const limit = { name: "test-jump", points: 2, durationSeconds: 60 };
  for (let use = 0; use < 2; use++) await consumeRateLimit(limit, "same");
  await expect(assertRateLimit(limit, "same")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await database()
    .$executeRaw`UPDATE "RateLimits" SET "expire" = "expire" + 3600000 WHERE "key" LIKE 'test-jump%'`;
  expect((await assertRateLimit(limit, "same")).remaining).toBe(2);
  expect((await consumeRateLimit(limit, "same")).remaining).toBe(1);
  expect((await consumeRateLimit(limit, "same")).remaining).toBe(0);
  await expect(consumeRateLimit(limit, "same")).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

test("of twenty uses at once only the allowed ones pass", async () => {
  const limit = { name: "test-race", points: 5, durationSeconds: 60 };
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => consumeRateLimit(limit, "same")));
  const passed = results.filter((result) => result.status === "fulfilled");
  expect(passed).toHaveLength(5);
  expect(new Set(passed.map(({ value }) => value.remaining))).toEqual(new Set([0, 1, 2, 3, 4]));
  await expect(consumeRateLimit(limit, "same")).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

test("several uses count as many, also beside others at the same moment", async () => {
  const limit = { name: "test-weight", points: 10, durationSeconds: 60, unit: "KiB" };
  const [first, second] = await Promise.all([
    consumeRateLimit(limit, "a", 4),
    consumeRateLimit(limit, "a", 5),
  ]);
  expect([first.remaining, second.remaining].toSorted((a, b) => a - b)).toEqual([1, 6]);
  await expect(consumeRateLimit(limit, "a", 2)).rejects.toThrow(/^10 KiB are allowed in 60 s/);
});

test("uses at once by several are counted for each alone", async () => {
  const limit = { name: "test-several", points: 5, durationSeconds: 60 };
  const subjects = ["a", "b", "a", "c", "a", "b"];
  const left = await Promise.all(subjects.map((subject) => consumeRateLimit(limit, subject)));
  const remaining = left.map((state, i) => `${subjects[i]}${state.remaining}`);
  for (const { resetSeconds } of left) expect(resetSeconds).toBeGreaterThan(55);
  expect(new Set(remaining)).toEqual(new Set(["a2", "a3", "a4", "b3", "b4", "c4"]));
});

test("looking does not count", async () => {
  const limit = { name: "test-look", points: 1, durationSeconds: 60 };
  await assertRateLimit(limit, "a");
  await consumeRateLimit(limit, "a");
  await expect(assertRateLimit(limit, "a")).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

test("no address is stored", async () => {
  await consumeRateLimit({ name: "test-private", points: 1, durationSeconds: 60 }, "203.0.113.77");
  const rows = await database().rateLimit.findMany();
  expect(rows.length).toBeGreaterThan(0);
  expect(
    JSON.stringify(rows, (_key, value: unknown) => (typeof value === "bigint" ? Number(value) : value)),
  ).not.toContain("203.0.113.77");
});

test("a use that is taken back can be made again, and none of a count that has ended", async () => {
  const limit = { name: "test-return", points: 1, durationSeconds: 60 };
  await consumeRateLimit(limit, "a");
  await returnRateLimit(limit, "a");
  await expect(consumeRateLimit(limit, "a")).resolves.toMatchObject({ remaining: 0 });
  await database().$executeRaw`UPDATE "RateLimits" SET "expire" = 1 WHERE "key" LIKE 'test-return%'`;
  await returnRateLimit(limit, "a");
  await expect(consumeRateLimit(limit, "a")).resolves.toMatchObject({ remaining: 0 });
});

test("uses of several limits at the same moment are counted apart", async () => {
  const limits = ["one", "other"].map((name) => ({ name: `test-${name}`, points: 2, durationSeconds: 60 }));
  const left = await Promise.all([...limits, ...limits].map((limit) => consumeRateLimit(limit, "same")));
  expect(left.map(({ remaining }) => remaining).toSorted((one, other) => one - other)).toEqual([0, 0, 1, 1]);
  expect(
    await Promise.all(
      limits.map(async (limit) => (await consumeRateLimit({ ...limit, points: 3 }, "same")).remaining),
    ),
  ).toEqual([0, 0]);
});
