import { createPublicKey } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import bs58 from "bs58";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TEST_TOKEN_MINT } from "@/lib/chain/ledger/test-token";
import { demonstrationParties, demonstrationToken } from "./environment.ts";

let place: string;
beforeEach(() => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), "parties-"));
  for (const name of [
    "APP_URL",
    "SOLANA_RPC_URL",
    "DEMONSTRATION",
    "BOND_ARBITER_ADDRESS",
    "BOND_COUNCIL_ADDRESS",
  ])
    vi.stubEnv(name, "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(place, { recursive: true, force: true });
});

const SOMEBODY = "DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn";
const keys = () =>
  fs.existsSync(path.join(place, "demo-keys")) ? fs.readdirSync(path.join(place, "demo-keys")) : [];

test("a demonstration makes its arbiter and its council once, readable by its owner only", async () => {
  const first = await demonstrationParties(place);
  expect(await demonstrationParties(place)).toEqual(first);
  const { BOND_ARBITER_ADDRESS: arbiter, BOND_COUNCIL_ADDRESS: council } = first;
  expect(arbiter).not.toBe(council);
  for (const [name, address] of [
    ["arbiter", arbiter],
    ["council", council],
  ]) {
    const file = path.join(place, "demo-keys", `${name}.pem`);
    const spki = createPublicKey(fs.readFileSync(file)).export({ type: "spki", format: "der" });
    expect(bs58.encode(spki.subarray(-32))).toBe(address);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  }
});

test("a demonstration takes the test token of its own ledger, unless somebody has decided on a token", () => {
  expect(demonstrationToken()["X402_MINT"]).toBe(TEST_TOKEN_MINT);
  for (const [name, value] of [
    ["X402_TOKEN", "USDC"],
    ["X402_MINT", SOMEBODY],
    ["X402_UNITS_PER_SOL", "1"],
    ["SOLANA_RPC_URL", "https://api.devnet.solana.com"],
    ["DEMONSTRATION", "false"],
  ] as const) {
    vi.stubEnv(name, value);
    expect(demonstrationToken()).toEqual({});
    vi.unstubAllEnvs();
  }
});

test.each<[string, Record<string, string>]>([
  ["a market for others", { DEMONSTRATION: "false" }],
  ["a market with an address of its own", { APP_URL: "https://market.example" }],
  ["a market on another chain", { SOLANA_RPC_URL: "https://api.devnet.solana.com" }],
  [
    "a demonstration on a ledger that it does not start",
    { DEMONSTRATION: "true", SOLANA_RPC_URL: "http://127.0.0.1:8899" },
  ],
  ["one whose operator has named an arbiter", { BOND_ARBITER_ADDRESS: SOMEBODY }],
  ["one whose operator has named a council", { BOND_COUNCIL_ADDRESS: SOMEBODY }],
])("%s gets none, and no key is made", async (_, settings) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  expect([await demonstrationParties(place), keys()]).toEqual([{}, []]);
});
