import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findRate, refreshRate } from "@/lib/payments/rates/refresh-rate";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

const NOW = new Date("2026-11-29T12:00:00.000Z");
const at = (minutes: number) => ({ clock: { now: () => new Date(NOW.getTime() + minutes * 60_000) } });

/** What the source answers with; each test begins with the first. */
const RIGHTLY = { status: 200, headers: {}, body: '{"solana":{"usd":150.25}}' };
let given: { status: number; headers: Record<string, string>; body: string } = RIGHTLY;
let asked = 0;
const server = http.createServer((_, response) => {
  asked += 1;
  response.writeHead(given.status, given.headers).end(given.body);
});
const SETTINGS = ["SOL_RATE_URL", "SOL_RATE_CURRENCY", "SOL_RATE_POINTER"] as const;
let host = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const [place, value] of [`http://${host}/rates`, "USD", "/solana/usd"].entries())
    process.env[SETTINGS[place] ?? ""] = value;
});
afterAll(async () => {
  for (const name of SETTINGS) delete process.env[name];
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(async () => {
  given = RIGHTLY;
  await database().solRate.deleteMany();
  asked = 0;
});

test("what the source says is stored, said with its age, and asked of nobody by who reads it", async () => {
  expect(await findRate(at(0).clock)).toBeNull();
  await refreshRate(at(0));
  const rate = { currency: "USD", source: host, micros: 150_250_000n, fetchedAt: NOW };
  expect(await findRate(at(60).clock)).toEqual(rate);
  expect(await findRate(at(61).clock)).toBeNull();
  expect(asked).toBe(1);
});

test.each([
  ["a failure", { status: 503, headers: {}, body: RIGHTLY.body }, /503/],
  ["another address", { status: 302, headers: { location: "/other" }, body: "" }, /./],
  ["no JSON", { status: 200, headers: {}, body: "<html>" }, /./],
  ["no rate", { status: 200, headers: {}, body: '{"solana":{"usd":"much"}}' }, /without a rate/],
  ["a rate elsewhere", { status: 200, headers: {}, body: "150.25" }, /without a rate/],
  [
    "too much",
    { status: 200, headers: {}, body: `${RIGHTLY.body}${" ".repeat(65_536)}` },
    /more than 65536 bytes/,
  ],
  ["depth", { status: 200, headers: {}, body: "[".repeat(60_000) }, /./],
  [
    "a rate far from the last",
    { status: 200, headers: {}, body: '{"solana":{"usd":301}}' },
    /far from its last/,
  ],
])("a source that answers with %s changes nothing", async (_, answer, says) => {
  await refreshRate(at(0));
  given = answer;
  await expect(refreshRate(at(10))).rejects.toThrow(says);
  expect(await findRate(at(20).clock)).toMatchObject({ micros: 150_250_000n, fetchedAt: NOW });
});

test("a newer rate takes the place of the last, and another source has its own", async () => {
  await refreshRate(at(0));
  given = { ...RIGHTLY, body: '{"solana":{"usd":"149.5"}}' };
  await refreshRate(at(10));
  expect(await findRate(at(10).clock)).toMatchObject({ micros: 149_500_000n });
  expect(await database().solRate.count()).toBe(1);
  await database().solRate.updateMany({ data: { source: "elsewhere.example" } });
  expect(await findRate(at(10).clock)).toBeNull();
});
