import { beforeAll, afterAll, expect, test } from "vitest";
import { usdcPrice } from "@/lib/payments/rates/usdc-price";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const NOW = new Date("2026-11-29T12:00:00.000Z");
const MINUTE_MS = 60_000;
const [MAIN, DEVNET, TESTNET] = [
  "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
  "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY",
];
const [OF_MAIN, OF_DEVNET] = [
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
];

beforeAll(async () => {
  Object.assign(process.env, { SOL_RATE_URL: "https://rates.example/sol", SOL_RATE_CURRENCY: "USD" });
  const rate = { currency: "USD", source: "rates.example", micros: 150_250_001n, fetchedAt: NOW };
  await database().solRate.create({ data: rate });
});
afterAll(() => {
  for (const name of ["SOL_RATE_URL", "SOL_RATE_CURRENCY"]) delete process.env[name];
});

test.each<[string, string | undefined, number, string | null]>([
  ["the main network", MAIN, 0, OF_MAIN],
  ["devnet", DEVNET, 0, OF_DEVNET],
  ["a ledger of one's own", OF_MAIN, 0, OF_DEVNET],
  ["testnet, which has none", TESTNET, 0, null],
  ["an hour later", MAIN, 60, OF_MAIN],
  ["more than an hour later", MAIN, 61, null],
  ["with a clock set back", MAIN, -61, null],
])("USDC of %s", async (_, genesisHash, minutes, mint) => {
  const clock = { now: () => new Date(NOW.getTime() + minutes * MINUTE_MS) };
  const expected = mint === null ? null : { mint, unitsPerSol: 150_250_001n };
  expect(await usdcPrice(genesisHash ?? "", clock)).toEqual(expected);
});
