import { expect, test } from "vitest";
import { isFresh, mayFollow, readRate } from "@/lib/payments/rates/sol-rate";

test.each<[unknown, string, bigint | null]>([
  [{ solana: { usd: 150.25 } }, "/solana/usd", 150_250_000n],
  [{ data: { amount: "150.2512345678" } }, "/data/amount", 150_251_234n],
  [{ data: [{ price: "7" }] }, "/data/0/price", 7_000_000n],
  [{ "a/b": { "~": 1 } }, "/a~1b/~0", 1_000_000n],
  [12, "", 12_000_000n],
  ["999999999.999999", "", 999_999_999_999_999n],
  ["0.000001", "", 1n],
  ["0.0000009", "", null],
  ["0", "", null],
  [0, "", null],
  [-5, "", null],
  ["-5", "", null],
  ["1e9", "", null],
  [1e21, "", null],
  [1e-7, "", null],
  [Number.NaN, "", null],
  ["1000000000", "", null],
  [" 5", "", null],
  ["5\n", "", null],
  ["５", "", null],
  ["", "", null],
  [true, "", null],
  [null, "", null],
  [[5], "", null],
  [{ valueOf: 5 }, "", null],
  [{ a: 5 }, "/b", null],
  [{ a: 5 }, "/a/b", null],
  [{}, "/constructor/length", null],
  [{}, "/__proto__", null],
  ["text", "/length", null],
])("of the answer %j at %j the rate is %s", (answer, pointer, micros) => {
  expect(readRate(answer, pointer)).toBe(micros);
});

const NOW = new Date("2026-11-29T12:00:00.000Z");
const before = (ms: number) => new Date(NOW.getTime() - ms);
const DAY_MS = 86_400_000;

test.each([
  [100n, 200n, 0, true],
  [100n, 201n, 0, false],
  [100n, 50n, 0, true],
  [100n, 49n, 0, false],
  [100n, 201n, DAY_MS, false],
  [100n, 201n, DAY_MS + 1, true],
  [100n, 1n, DAY_MS + 1, true],
])("after %s, %s may follow %d ms later: %s", (last, next, age, may) => {
  expect(mayFollow(next, { micros: last, fetchedAt: before(age) }, NOW)).toBe(may);
});

test("the first rate may be any", () => {
  expect(mayFollow(1n, null, NOW)).toBe(true);
});

test.each([
  [0, true],
  [3_600_000, true],
  [3_600_001, false],
  [-3_600_000, true],
  [-3_600_001, false],
])("a rate of %d ms ago is shown: %s", (age, fresh) => {
  expect(isFresh({ fetchedAt: before(age) }, NOW)).toBe(fresh);
});
