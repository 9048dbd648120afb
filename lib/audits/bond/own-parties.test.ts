import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadPlatformKey } from "@/lib/log/attestation/platform-key";

let place: string;
beforeEach(() => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), "own-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(place, { recursive: true, force: true });
});

/** The parties of a process with these settings: they are read once. */
async function partiesWith(settings: Record<string, string>): Promise<string[]> {
  for (const [name, value] of Object.entries({ DATA_DIRECTORY: place, ...settings })) vi.stubEnv(name, value);
  vi.resetModules();
  return (await import("@/lib/audits/bond/bond-settings")).ownPartyAddresses();
}
const make = (name: string) => loadPlatformKey({ file: path.join(place, "demo-keys", `${name}.pem`) }).keyId;

const AT_HOME = { DEMONSTRATION: "true", SOLANA_RPC_URL: "", LEDGER_PORT: "8899" };
const FOR_OTHERS = {
  DEMONSTRATION: "false",
  APP_URL: "https://market.example",
  TREASURY_ADDRESS: "DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn",
  SERVER_KEY: "5f0c3b7a91d24e68af13570b9c2de846",
  NEXTAUTH_SECRET: "c81e728d9d4c2f636f067f89cc14862c",
};

test("in a demonstration the keys it made sign by themselves, and none is made by asking", async () => {
  expect([await partiesWith(AT_HOME), fs.readdirSync(place)]).toEqual([[], []]);
  const arbiter = make("arbiter");
  expect(await partiesWith(AT_HOME)).toEqual([arbiter]);
  const council = make("council");
  expect(await partiesWith(AT_HOME)).toEqual([arbiter, council]);
});

test.each([
  ["a market for others", { ...FOR_OTHERS, SOLANA_RPC_URL: "https://api.devnet.solana.com" }],
  ["a market for others beside a local ledger", { ...FOR_OTHERS, SOLANA_RPC_URL: "http://127.0.0.1:8899" }],
  ["a demonstration on another chain", { ...AT_HOME, SOLANA_RPC_URL: "https://api.devnet.solana.com" }],
])("%s has none, whatever lies in its data directory", async (_, settings) => {
  make("arbiter");
  make("council");
  expect(await partiesWith(settings)).toEqual([]);
});
