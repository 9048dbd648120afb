import type * as assertStore from "@/lib/duties/joining/assert-store";
import type * as compareSettings from "@/lib/duties/joining/compare-settings";
import type * as joinMarket from "@/lib/duties/joining/join-market";
import { generateKeyPairSync } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { closeDatabase } from "@/lib/db/client";
import { buildSkillPackage, makeAccount, publishNow } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const place = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-join-"));
afterAll(() => fs.rmSync(place, { recursive: true }));

const pem = () => String(generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
const SETTINGS = {
  DATA_DIRECTORY: place,
  BLOB_STORE: `file:${path.join(place, "blobs")}`,
  APP_URL: "http://127.0.0.1:3000",
  SERVER_KEY: "5f0c3b7a91d24e68af13570b9c2de846",
  NEXTAUTH_SECRET: "c81e728d9d4c2f636f067f89cc14862c",
  PLATFORM_KEY: pem(),
};
Object.assign(process.env, SETTINGS);
const atStart = { ...process.env };

/** Runs a part of the start of a process that has these settings: they are read once. */
async function withSettings<T>(
  changed: Record<string, string>,
  work: (start: Start) => Promise<T>,
): Promise<T> {
  vi.resetModules();
  Object.assign(process.env, changed);
  const { closeDatabase: close } = await import("@/lib/db/client");
  try {
    const start = {
      ...(await import("@/lib/duties/joining/join-market")),
      ...(await import("@/lib/duties/joining/assert-store")),
      ...(await import("@/lib/duties/joining/compare-settings")),
    };
    return await work(start);
  } finally {
    await close();
    for (const name of Object.keys(changed)) delete process.env[name];
    Object.assign(process.env, { ...atStart, DATABASE_URL: process.env["DATABASE_URL"] });
  }
}
type Start = typeof joinMarket & typeof assertStore & typeof compareSettings;

const join = (changed: Record<string, string>) => withSettings(changed, (start) => start.joinMarket());
const joinStore = (changed: Record<string, string>) =>
  withSettings(changed, (start) => start.assertStoreIsTheMarkets());

beforeAll(async () => {
  await join({});
  await joinStore({});
});
beforeEach(closeDatabase);

const OTHER = "HSbVu5mQdxrVnFMgT3XMqXHMhwXNHdQ1PGPNEEP1oyq2";
const ANOTHER = "So11111111111111111111111111111111111111112";
const DOLLARS = { SOL_RATE_URL: "https://rates.example", SOL_RATE_CURRENCY: "USD" };
const FOR_OTHERS = { DEMONSTRATION: "", TREASURY_ADDRESS: OTHER, SOLANA_RPC_URL: "https://rpc.example" };

test.each([
  ["SERVER_KEY", { SERVER_KEY: "00c3b7a91d24e68af13570b9c2de8465" }],
  ["NEXTAUTH_SECRET", { NEXTAUTH_SECRET: "1e728d9d4c2f636f067f89cc14862cc8" }],
  ["TREASURY_ADDRESS", { TREASURY_ADDRESS: OTHER }],
  ["FEE_BASIS_POINTS", { FEE_BASIS_POINTS: "499" }],
  ["BOND_LAMPORTS", { BOND_LAMPORTS: "1" }],
  [
    "BOND_ARBITER_ADDRESS, BOND_COUNCIL_ADDRESS",
    { BOND_ARBITER_ADDRESS: OTHER, BOND_COUNCIL_ADDRESS: ANOTHER },
  ],
  ["X402_MINT, X402_UNITS_PER_SOL, X402_FEE_PAYER_KEY", { X402_MINT: OTHER, X402_UNITS_PER_SOL: "1" }],
  ["X402_TOKEN, X402_FEE_PAYER_KEY", { X402_TOKEN: "USDC", ...DOLLARS }],
  ["SOLANA_RPC_URL, TREASURY_ADDRESS", { SOLANA_RPC_URL: "http://127.0.0.1:1", TREASURY_ADDRESS: OTHER }],
  ["APP_URL, SOLANA_RPC_URL, TREASURY_ADDRESS", { ...FOR_OTHERS, APP_URL: "https://market.example" }],
])("a process with another %s does not start, and says so in a sentence", async (names, changed) => {
  const sentence = `${names} here and in the rest of the market differ: take the value of the others.`;
  await expect(join(changed)).rejects.toMatchObject({
    name: "SettingsError",
    message: expect.stringContaining(sentence) as string,
  });
  await join({});
});

test("the port of one's own machine may change", async () => {
  await join({ APP_URL: "http://localhost:4000", PORT: "4000", LEDGER_PORT: "9900" });
});

test("what the database keeps of the settings tells nobody the secrets", async () => {
  const rows = JSON.stringify(await database().marketSetting.findMany());
  for (const secret of [SETTINGS.SERVER_KEY, SETTINGS.NEXTAUTH_SECRET]) expect(rows).not.toContain(secret);
});

test("a change that is meant has a command, and then the former value does not start", async () => {
  const changed = { FEE_BASIS_POINTS: "250" };
  expect(await withSettings(changed, (start) => start.acceptSettings())).toEqual(["FEE_BASIS_POINTS"]);
  await join(changed);
  await expect(join({})).rejects.toThrow("FEE_BASIS_POINTS here and in the rest");
  expect(await withSettings({}, (start) => start.acceptSettings())).toEqual(["FEE_BASIS_POINTS"]);
  await join({});
});

test.each([
  ["another key", pem()],
  ["no key, so that it makes one", ""],
])("a process with %s than the market's does not start and publishes nothing", async (_, PLATFORM_KEY) => {
  const before = await database().platformKey.findMany();
  await expect(join({ PLATFORM_KEY })).rejects.toThrow(
    /not the one that the market signs with.*rotate-platform-key/,
  );
  expect(await database().platformKey.findMany()).toEqual(before);
  await join({});
});

test("a store that is empty, missing, or has the packages of another market is not taken for this one's", async () => {
  const at = (name: string) => ({ BLOB_STORE: `file:${path.join(place, name)}` });
  await expect(joinStore(at("before-any-package"))).rejects.toThrow("is not the store of this market");
  const { slug } = await publishNow(buildSkillPackage(), await makeAccount());
  expect(slug).toBeTruthy();
  await joinStore({});
  fs.mkdirSync(path.join(place, "empty"));
  for (const name of ["empty", "missing"]) {
    await expect(joinStore(at(name))).rejects.toThrow("holds none of the packages");
    await expect(withSettings(at(name), (start) => start.acceptStore())).rejects.toThrow("holds none");
  }
  fs.cpSync(path.join(place, "blobs"), path.join(place, "copy"), { recursive: true });
  await joinStore(at("copy"));
});

test("packages that were moved without the mark of the market are taken with the command", async () => {
  const { sha256Digest } = await import("@/lib/kernel/digest");
  const { blobKey } = await import("@/lib/platform/blobs/blob-store");
  const { fingerprint = "" } =
    (await database().marketSetting.findUnique({ where: { name: "BLOB_STORE" } })) ?? {};
  const mark = Buffer.from(`The packages of an Emporion market are here: ${fingerprint}\n`);
  const moved = path.join(place, "moved");
  fs.cpSync(path.join(place, "blobs"), moved, { recursive: true });
  fs.rmSync(path.join(moved, blobKey(sha256Digest(mark))));
  const there = { BLOB_STORE: `file:${moved}` };
  await expect(joinStore(there)).rejects.toThrow("is not the store of this market");
  await withSettings(there, (start) => start.acceptStore());
  await joinStore(there);
});
